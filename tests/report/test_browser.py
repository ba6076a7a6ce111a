"""The report in a real browser: it shows, sorts, answers, and asks nobody for anything."""

import json
import re
import shutil
import subprocess
import time
from base64 import b64decode
from io import BytesIO

import pytest
from PIL import Image

from eccru.plots.gallery import draw, read_tables
from eccru.plots.style import save
from eccru.report.page import write_report
from tests.invented import config_of, study_tables

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
if not (CHROMIUM and DRIVER):
    pytest.skip("no browser: apt-get install chromium chromium-driver", allow_module_level=True)

webdriver = pytest.importorskip("selenium.webdriver")
from selenium.webdriver.chrome.service import Service  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402

DATASETS = ["scene", "yeast", "enron"]
FIGURES = ["imbalance", "paper_ranks", "cd_f_measure", "pareto_f_measure", "significance"]
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """A study with a lost run, an absent dataset and a few of the figures."""
    folder = tmp_path_factory.mktemp("study")
    tables = study_tables(folder, DATASETS, lost=[("yeast", "ECC", 0, 1)])
    contents = read_tables(tables)
    for name in FIGURES:
        save(draw(name, contents), folder / "figures" / f"{name}.svg")
    config = config_of([*DATASETS, "eurlex-sm"])
    unavailable = {"eurlex-sm": "No source has the dataset eurlex-sm."}
    write_report(folder / "report.html", tables, folder / "figures", config, unavailable)
    return folder


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in FLAGS:
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('profile')}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options, Service(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture
def page(browser, study):
    """The page as opened from disk, in a window of a desktop's width."""
    show(browser, width=1200)
    for log in ("browser", "performance"):
        browser.get_log(log)  # what came before is not the page's
    browser.get((study / "report.html").as_uri())
    return browser


def show(browser, width, **media):
    """Set the width of the window, and the media features that style sheets ask for."""
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    features = [{"name": name.replace("_", "-"), "value": v} for name, v in media.items()]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def test_no_error_and_no_request_leaves_the_page(page, study):
    for label in page.find_elements(By.CSS_SELECTOR, ".chooser label"):
        label.click()
    assert page.get_log("browser") == []
    messages = [json.loads(entry["message"])["message"] for entry in page.get_log("performance")]
    asked = {
        message["params"]["request"]["url"]
        for message in messages
        if message["method"] == "Network.requestWillBeSent"
    }
    page_itself = (study / "report.html").as_uri()
    assert page_itself in asked
    assert all(url == page_itself or url.startswith("data:") for url in asked)


@pytest.mark.parametrize("width", [1200, 400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_shows_and_nothing_sticks_out(page, width, scheme):
    show(page, width, prefers_color_scheme=scheme)
    assert page.execute_script("return document.documentElement.scrollWidth") <= width
    picture = Image.open(BytesIO(page.get_screenshot_as_png())).convert("L")
    shades = picture.histogram()
    assert sum(count > 0 for count in shades) > 30  # letters have soft edges
    background = max(range(256), key=shades.__getitem__)
    assert background > 240 if scheme == "light" else background < 40
    for plate in page.find_elements(By.CLASS_NAME, "plate"):
        assert plate.value_of_css_property("background-color") == "rgba(255, 255, 255, 1)"


def test_click_on_a_heading_sorts_by_value_with_empty_cells_last(page):
    table = page.find_element(By.CSS_SELECTOR, '.panel[data-metric="f_measure"] table')
    headings = table.find_elements(By.CSS_SELECTOR, "thead th")
    column = [heading.text.split()[0] for heading in headings].index("ECC")
    button = headings[column].find_element(By.TAG_NAME, "button")

    def cells():
        rows = table.find_elements(By.CSS_SELECTOR, "tbody tr")
        return [row.find_elements(By.CSS_SELECTOR, "th, td")[column].text for row in rows]

    present = sorted(float(cell.split()[0]) for cell in cells() if cell)
    assert len(present) == 2
    button.click()
    assert headings[column].get_attribute("aria-sort") == "ascending"
    assert [cell and float(cell.split()[0]) for cell in cells()] == [*present, ""]
    button.click()
    assert headings[column].get_attribute("aria-sort") == "descending"
    assert [cell and float(cell.split()[0]) for cell in cells()] == [*present[::-1], ""]
    foot = table.find_element(By.TAG_NAME, "tfoot").text
    assert foot.startswith("average rank")


def test_choosing_a_metric_shows_it_alone_and_paper_shows_all(page):
    def shown():
        return page.execute_script(
            "return [...document.querySelectorAll('.panel')]"
            ".filter((panel) => panel.offsetHeight > 0).map((panel) => panel.dataset.metric)"
        )

    assert shown() == ["f_measure"]
    page.find_element(By.CSS_SELECTOR, "input[value=auc_pr]").click()
    assert shown() == ["auc_pr"]
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert len(shown()) == 6
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_pointing_at_a_mark_tells_its_value(page, study):
    ranks = read_tables(study / "tables")["ranks"].set_index("metric")
    marks = page.find_elements(By.CSS_SELECTOR, "[data-metric=f_measure] .value")
    mark = next(m for m in marks if "ECCRU3: average rank" in m.get_attribute("data-value"))
    page.execute_script("arguments[0].scrollIntoView({block: 'center'})", mark)
    webdriver.ActionChains(page).move_to_element(mark).perform()
    hint = page.find_element(By.ID, "hint")
    assert page.execute_script("return arguments[0].offsetHeight > 0", hint)
    assert hint.text == f"ECCRU3: average rank {ranks.loc['f_measure', 'ECCRU3']:.2f}"


def test_download_gives_the_file(page, study, tmp_path):
    behaviour = {"behavior": "allow", "downloadPath": str(tmp_path)}
    page.execute_cdp_cmd("Browser.setDownloadBehavior", behaviour)
    page.find_element(By.CSS_SELECTOR, "#downloads button[data-file=labels]").click()
    target, deadline = tmp_path / "labels.csv", time.monotonic() + 20
    while not target.exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert target.read_bytes() == (study / "tables" / "labels.csv").read_bytes()


def test_prints_on_paper(page):
    pdf = b64decode(page.execute_cdp_cmd("Page.printToPDF", {})["data"])
    assert pdf.startswith(b"%PDF")
    assert len(re.findall(rb"/Type ?/Page[^s]", pdf)) > 3


@pytest.fixture(scope="module")
def axe(tmp_path_factory):
    """The source of axe-core, a checker of accessibility."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("no axe-core to check accessibility with: apt-get install npm")
    folder = tmp_path_factory.mktemp("axe")
    command = [npm, "install", "--prefix", folder, "--no-audit", "--no-fund", "axe-core@4"]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if answer.returncode:
        pytest.skip(f"npm cannot fetch axe-core: {answer.stderr.strip()[-300:]}")
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_is_accessible(page, axe, scheme):
    show(page, 1200, prefers_color_scheme=scheme)
    page.execute_script("for (const d of document.querySelectorAll('details')) d.open = true")
    page.execute_script(axe)
    page.set_script_timeout(60)
    found = page.execute_async_script(
        "const done = arguments[0];"
        "axe.run(document).then((found) => done([found.violations, found.passes]))"
    )
    broken, kept = ({rule["id"]: rule["nodes"] for rule in rules} for rules in found)
    assert {
        rule: [node["html"][:150] for node in nodes[:3]] for rule, nodes in broken.items()
    } == {}
    assert set(kept) >= {"color-contrast", "heading-order", "role-img-alt"}  # it did look
