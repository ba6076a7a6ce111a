"""The command line as a module: ``python -m eccru``."""

import sys

from eccru.commands import main

sys.exit(main())
