"""Converts properties of CloudFormation to parameters of AWS's client library."""

import itertools

_numbers = itertools.count(1)


def new_name(kind):
    """A generated name, as CloudFormation gives to resources without one."""
    return f"subsecond-{kind}-{next(_numbers)}"


def lower(value):
    """Changes names to begin with a lower-case letter, which some services require."""
    if isinstance(value, dict):
        return {key[0].lower() + key[1:]: lower(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [lower(inner) for inner in value]
    return value


def renamed(value, names):
    """Replaces names that CloudFormation spells differently from the client library."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [renamed(inner, names) for inner in value]
    return value


def pairs(tags):
    return {tag["Key"]: tag["Value"] for tag in tags}


def listed(items):
    """A list in CloudFront's format."""
    return {"Quantity": len(items), "Items": items}
