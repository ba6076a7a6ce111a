"""Take a picture of MLflow's interface with the runs of a study, the way a user gets there.

    python docs/screenshot.py docs/tracking.png --study quick --dataset yeast --page charts

It starts MLflow's own server on loopback and a Chromium with an empty profile, and ends both.
"""

import argparse
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from eccru.tracking.store import open_store, resolve_uri

PAGES = ("table", "groups", "charts", "boxes")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1440,1043",
)
# MLflow opens its assistant on the first visit; a user closes it once.
NO_ASSISTANT = """
localStorage.setItem('mlflow.assistant.fab.autoOpenedOnFirstLoad_v1', 'true');
localStorage.setItem('mlflow.assistant.panelOpen_v1', 'false');
"""


@contextmanager
def interface(uri):
    """Start MLflow's interface on a free port and give its address."""
    if uri.startswith("http"):
        yield uri
        return
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "mlflow", "ui", "--host", "127.0.0.1", "--port", str(port)]
    # The URI goes by the environment, since other users can read the command line. Without the
    # option, MLflow starts eight more processes for jobs that are not used here.
    environment = {
        **os.environ,
        "MLFLOW_BACKEND_STORE_URI": uri,
        "MLFLOW_DISABLE_TELEMETRY": "true",
        "MLFLOW_SERVER_ENABLE_JOB_EXECUTION": "false",
    }
    server = subprocess.Popen(
        [*command, "--workers", "1"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def _wait_for(port):
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.5)
    raise SystemExit("MLflow's interface did not start within two minutes.")


@contextmanager
def browser():
    """Start a browser with an empty profile."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    with tempfile.TemporaryDirectory() as profile:
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        service = webdriver.ChromeService(shutil.which("chromedriver"))
        driver = webdriver.Chrome(options=options, service=service)
        try:
            yield driver
        finally:
            driver.quit()


def take(driver, address, experiment_id, dataset, page):
    """Click through to a page: the view, the filter, then what the page needs."""

    def wait_for(css, text=""):
        def visible(driver):
            found = driver.find_elements(By.CSS_SELECTOR, css)
            return next((e for e in found if e.is_displayed() and text in e.text), None)

        waiting = WebDriverWait(driver, 60, ignored_exceptions=[StaleElementReferenceException])
        return waiting.until(visible, f"no {css} {text!r} in the interface")

    def click_hidden(css):  # drawn by the label around it
        driver.execute_script("arguments[0].click()", driver.find_element(By.CSS_SELECTOR, css))

    driver.get(address)
    driver.execute_script(NO_ASSISTANT)
    driver.get("about:blank")
    driver.get(f"{address}/#/experiments/{experiment_id}/runs")
    wait_for("[data-testid=saved-views-trigger]").click()
    view = "Methods, grouped" if page == "groups" else "Folds by AUC-PR"
    wait_for("[role=menuitem]", view).click()
    wait_for("button", "Sort: auc_pr")
    search = wait_for("input[placeholder*='metrics.rmse']")
    search.send_keys(f" and tags.dataset = '{dataset}'", Keys.ENTER)
    wait_for(".ag-center-cols-container .ag-row")
    time.sleep(3)
    if page == "charts":
        click_hidden("input[type=radio][value=CHART]")
    if page == "boxes":
        click_hidden("input[aria-label='Select all runs']")
        wait_for("button", "Compare").click()
        wait_for("[role=tab]", "Box Plot").click()
        for value in ("method", "auc_pr"):  # the axes, of which the first empty one is next
            wait_for("[role=tabpanel] [role=combobox]", "Select parameter or metric").click()
            wait_for("[role=option]", value).click()
    time.sleep(6)  # the charts are drawn step by step


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output", help="the PNG file to write")
    parser.add_argument("--study", default="quick")
    parser.add_argument("--dataset", default="yeast")
    parser.add_argument("--page", choices=PAGES, default="table")
    arguments = parser.parse_args()
    uri = resolve_uri()
    with open_store(uri) as client:
        experiment = client.get_experiment_by_name(arguments.study)
    if experiment is None:
        raise SystemExit(f"The tracking store has no study {arguments.study!r}.")
    with interface(uri) as address, browser() as driver:
        take(driver, address, experiment.experiment_id, arguments.dataset, arguments.page)
        driver.save_screenshot(arguments.output)


if __name__ == "__main__":
    main()
