"""A lock that dies with its process."""

import signal
import subprocess
import sys

from eccru.study.lock import hold, is_held

HOLDER = "import sys, time; from eccru.study.lock import hold; f = hold(sys.argv[1]); print('held')"


def test_lock_is_held_as_long_as_the_process_lives(tmp_path):
    path = tmp_path / "folder" / "lock"
    assert not is_held(path)
    command = [sys.executable, "-c", f"{HOLDER}; sys.stdout.flush(); time.sleep(60)", path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "held\n"
        assert is_held(path)
        process.send_signal(signal.SIGKILL)
    assert not is_held(path)


def test_several_may_hold_it(tmp_path):
    first, second = hold(tmp_path / "lock"), hold(tmp_path / "lock")
    first.close()
    assert is_held(tmp_path / "lock")
    second.close()
    assert not is_held(tmp_path / "lock")


def test_a_folder_that_cannot_be_written_to_is_no_error(tmp_path):
    (tmp_path / "file").write_text("")
    assert hold(tmp_path / "file" / "lock") is None
