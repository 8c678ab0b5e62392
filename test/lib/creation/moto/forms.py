"""How the properties of CloudFormation become parameters of AWS's client library."""

import itertools

_numbers = itertools.count(1)


def new_name(kind):
    """As CloudFormation, which names what a template does not."""
    return f"subsecond-{kind}-{next(_numbers)}"


def lower(value):
    """Names that begin with a small letter, as some services have them."""
    if isinstance(value, dict):
        return {key[0].lower() + key[1:]: lower(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [lower(inner) for inner in value]
    return value


def renamed(value, names):
    """Names that CloudFormation writes in another way."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [renamed(inner, names) for inner in value]
    return value


def pairs(tags):
    return {tag["Key"]: tag["Value"] for tag in tags}


def listed(items):
    """A list as CloudFront has it."""
    return {"Quantity": len(items), "Items": items}
