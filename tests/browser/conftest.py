"""A headless browser for tests: the system's, driven by Playwright. Where there is none, these tests are skipped."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.pages import made_pages

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """The browser that is installed on this machine."""
    driver = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: make test-browser does it")
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip(f"there is no browser on this machine: install one of {', '.join(BROWSERS)}")
    with driver.sync_playwright() as playwright:
        # The pages are our own files, and a container for tests may have no sandbox of its own.
        started = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with pages of each kind."""
    folder = tmp_path_factory.mktemp("pages")
    for name, text in made_pages().items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def open_page(browser: Any, pages: Path) -> Iterator[Callable[..., Any]]:
    """Opens a page by its name; at the end nothing may have been complained about or asked from the network."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def dismissed(dialog: Any) -> None:
        complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def asked(request: Any) -> None:
        if not request.url.startswith("file:"):
            complaints.append(f"asked: {request.url}")

    def opened(name: str, width: int = 1200, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 800}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("dialog", dismissed)
        page.on("request", asked)
        page.goto((pages / f"{name}.html").as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
