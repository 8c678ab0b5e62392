"""Prints the versions of Python and of every package of requirements.txt as JSON; null if a package is not installed."""
import json
import platform
import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


def version_of(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


requirements = Path(__file__).with_name("requirements.txt").read_text("utf8")
packages = re.findall(r"^([\w-]+)==", requirements, re.MULTILINE)
print(json.dumps({"python": platform.python_version(), **{package: version_of(package) for package in packages}}))
