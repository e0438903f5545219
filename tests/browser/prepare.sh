#!/bin/sh
# Gets a browser and its driver where that is allowed, and says so where it is not: the tests are skipped then.
# Usage: prepare.sh PYTHON
python=$1

has_browser() {
    for name in chromium chromium-browser google-chrome google-chrome-stable; do
        command -v "$name" >/dev/null && return 0
    done
    return 1
}

if ! has_browser; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "installing chromium from the system's packages"
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null ||
            echo "chromium could not be installed: the tests are skipped"
    else
        echo "there is no browser, and only root may install one by apt-get: the tests are skipped"
    fi
fi

if ! "$python" -c 'import playwright, axe_playwright_python' 2>/dev/null; then
    echo "installing the driver of the browser"
    "$python" -m pip --disable-pip-version-check -qq install 'playwright>=1.50' 'axe-playwright-python>=0.1.4' ||
        echo "Playwright could not be installed: the tests are skipped"
fi
exit 0
