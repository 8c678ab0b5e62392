"""Creates resources of CloudFormation in moto, an independent mock of AWS, through AWS's own client library.

One JSON object a line comes in, `{"type", "properties"}`, every function of CloudFormation worked out; one goes out:
`{"reference", "attributes", "leftOut"}` for what has been created, `{"absent"}` for what moto has not, and `{"refused"}` with
the reason of the client library, which knows AWS's own service models, or of moto.
"""

import io
import json
import os
import sys
import zipfile

import boto3
from botocore.exceptions import ClientError
from moto import mock_aws

REGION = "us-east-1"

os.environ.update(
    AWS_ACCESS_KEY_ID="mock",
    AWS_SECRET_ACCESS_KEY="mock",
    AWS_DEFAULT_REGION=REGION,
    MOTO_IAM_LOAD_MANAGED_POLICIES="true",
)

import address  # noqa: E402
import functions  # noqa: E402
import network  # noqa: E402
import operation  # noqa: E402

CREATORS = {**functions.CREATORS, **address.CREATORS, **network.CREATORS, **operation.CREATORS}


class Mock:
    """Clients of the services; what a resource needs and moto has not is written down."""

    def __init__(self):
        self.left_out = []
        self._clients = {}
        self._zones = {}

    def call(self, service, operation, optional=False, **parameters):
        """@param optional: whether the resource stands without it, too."""
        if service not in self._clients:
            self._clients[service] = boto3.client(service, region_name=REGION)
        try:
            return getattr(self._clients[service], operation)(**parameters)
        except (NotImplementedError, ClientError) as error:
            if isinstance(error, ClientError) and "Not yet implemented" not in str(error):
                raise
            if not optional:
                raise NotImplementedError from error
            self.left_out.append(f"{service} {operation}")
            return {}

    def upload(self, bucket, key):
        """Puts a small archive where a function or layer is fetched from, as `cdk deploy` has done before."""
        self.call("s3", "create_bucket", Bucket=bucket)
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w") as content:
            content.writestr("index.mjs", "export const handler = async () => {};")
        self.call("s3", "put_object", Bucket=bucket, Key=key, Body=archive.getvalue())

    def zone(self, given, record):
        """The mock's hosted zone for one that the template's owner has."""
        if given not in self._zones:
            name = record.rstrip(".").split(".", 1)[1]
            made = self.call("route53", "create_hosted_zone", Name=name, CallerReference=given)
            self._zones[given] = made["HostedZone"]["Id"]
        return self._zones[given]


def respond(mock, request):
    create = CREATORS.get(request["type"])
    if create is None:
        return {"absent": True}
    mock.left_out = []
    try:
        reference, attributes = create(mock, **request["properties"])
    except NotImplementedError:
        return {"absent": True}
    except Exception as error:  # moto's own mistakes, too: nothing may end the process
        return {"refused": " ".join(f"{type(error).__name__}: {error}".split())}
    return {"reference": reference, "attributes": attributes, "leftOut": mock.left_out}


if __name__ == "__main__":
    with mock_aws():
        everything = Mock()
        for line in sys.stdin:
            print(json.dumps(respond(everything, json.loads(line))), flush=True)
