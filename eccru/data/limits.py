"""How large the files of a dataset may be.

All are far above any dataset in these formats. A file that goes beyond is broken or made to do
harm; it is refused in one sentence, before it fills the memory.
"""

LARGEST = 2 << 30  # bytes of a file, or of all files in a zip
LARGEST_XML = 4 << 20  # bytes; an element may take a hundred times its length in memory
LARGEST_DUMP = 512 << 20  # bytes, unpacked; the first part of bibtex has 300 MB
RATIO = 500  # unpacked to packed; genbase has 175, deflated blank lines have 1000
MOST_LINES = 1 << 20  # of an ARFF file
LONGEST_LINE = 16 << 20  # characters
MOST_NAMES = 1 << 20  # attributes and their nominal values
MOST_ENTRIES = 1 << 26  # values that are not zero
LONGEST_NAME = 1 << 10  # characters of the name of an attribute
LARGEST_ARRAY = 1 << 30  # bytes of the labels of a dataset, or of the names of its features
