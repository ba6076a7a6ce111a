"""Files that are dated into the future."""

import os
import time

from eccru.study.dates import bring_to_present


def test_what_is_of_the_future_gets_one_date_and_the_past_stays(tmp_path):
    (tmp_path / "inner").mkdir()
    past, soon, later = (tmp_path / name for name in ("past", "inner/.soon", "later"))
    now = time.time()
    for path, date in ((past, now - 1000), (soon, now + 1000), (later, now + 2000)):
        path.touch()
        os.utime(path, (date, date))
    os.utime(tmp_path / "inner", (now + 500, now + 500))
    bring_to_present([tmp_path, tmp_path / "not-there"])
    dates = [path.stat().st_mtime for path in (soon, later, tmp_path / "inner")]
    assert len(set(dates)) == 1
    assert now <= dates[0] <= time.time()
    assert past.stat().st_mtime < now - 900
