"""The reader of label names, against damaged XML files."""

import time

import pytest

from eccru.data.labels import read_label_names
from eccru.errors import DataError
from tests.data.test_arff import XML, write


def test_nested_labels_come_in_document_order(tmp_path):
    xml = '<labels><label name="a"><label name="b"/></label><label name="c"/></labels>'
    assert read_label_names(write(tmp_path, "a.xml", xml)) == ["a", "b", "c"]


BOMB = """<!DOCTYPE labels [
<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
]><labels><label name="&b;"/></labels>"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BOMB, r"a\.xml declares entities, which is refused"),
        (XML[:-12], r"a\.xml, line 4: this is not XML"),
        ("<labels></labels>", r"a\.xml has no <label name=...> elements"),
        (XML.replace("l2", "l1"), r"a\.xml names the label 'l1' twice"),
        (
            XML.replace("utf-8", "klingon"),
            r"a\.xml cannot be read: unknown encoding: klingon; save",
        ),
        (
            XML.replace("utf-8", "shift_jis"),
            r"a\.xml cannot be read: multi-byte .* as UTF-8",
        ),
    ],
)
def test_damaged_xml_is_named(tmp_path, text, message):
    with pytest.raises(DataError, match=message) as error:
        read_label_names(write(tmp_path, "a.xml", text))
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(DataError, match=r"none\.xml cannot be read: No such file"):
        read_label_names(tmp_path / "none.xml")


def test_many_labels_take_no_time(tmp_path):
    labels = "".join(f'<label name="l{i}"/>' for i in range(20_000))
    path = write(tmp_path, "a.xml", f"<labels>{labels}</labels>")
    start = time.process_time()
    assert len(read_label_names(path)) == 20_000
    assert time.process_time() - start < 1
