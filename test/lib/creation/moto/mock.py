"""Creates the resources of templates in moto, an independent mock of AWS, through AWS's own client library.

usage: python3 mock.py <template.json>…

Prints one JSON object per template. `created` lists the created resources. `leftOut` lists resources that moto lacks, for which a
made-up name and ARN stand in; optional calls that moto lacks; and resources that need a refused resource. `refused` lists
resources that moto or the client library refuses, with the reason. The client library knows AWS's service models.
"""

import io
import json
import os
import sys
import zipfile

import boto3
from botocore.exceptions import ClientError
from moto import mock_aws
from moto.cloudformation.parsing import clean_json

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

# Values that CloudFormation knows without any resource.
PSEUDO_PARAMETERS = {
    "AWS::AccountId": "123456789012",
    "AWS::Region": REGION,
    "AWS::Partition": "aws",
    "AWS::URLSuffix": "amazonaws.com",
    "AWS::StackName": "subsecond",
    "AWS::StackId": f"arn:aws:cloudformation:{REGION}:123456789012:stack/subsecond/1",
    "AWS::NoValue": None,
}

CREATORS = {**functions.CREATORS, **address.CREATORS, **network.CREATORS, **operation.CREATORS}


class Mock:
    """Clients of the services, and a list of the optional calls that moto does not support."""

    def __init__(self):
        self.left_out = []
        self._clients = {}
        self._zones = {}

    def call(self, service, operation, optional=False, **parameters):
        """@param optional: whether the resource can be created without this call"""
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
        """Uploads a small archive for a function or layer, as `cdk deploy` does before it creates resources."""
        self.call("s3", "create_bucket", Bucket=bucket)
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w") as content:
            content.writestr("index.mjs", "export const handler = async () => {};")
        self.call("s3", "put_object", Bucket=bucket, Key=key, Body=archive.getvalue())

    def zone(self, given, record):
        """The id of a hosted zone in moto, created for the zone `given`, which the template expects to exist."""
        if given not in self._zones:
            name = record.rstrip(".").split(".", 1)[1]
            made = self.call("route53", "create_hosted_zone", Name=name, CallerReference=given)
            self._zones[given] = made["HostedZone"]["Id"]
        return self._zones[given]


class Created:
    """The interface that moto's parser uses for `Ref` and `Fn::GetAtt`."""

    def __init__(self, reference, attributes):
        self.physical_resource_id = reference
        self._attributes = attributes

    def get_cfn_attribute(self, name):
        if self._attributes.get(name) is None:
            raise ValueError(f"{self.physical_resource_id} has been created without the attribute {name}")
        return self._attributes[name]


class NotCreated(Exception):
    """Raised if a resource needs another resource that was not created."""


class Stack:
    """A template with the interface of moto's parser. A resource is created in its turn, or before a resource that needs it."""

    def __init__(self, mock, template):
        self._mock = mock
        self._resources = template["Resources"]
        parameters = {name: given.get("Default") for name, given in template.get("Parameters", {}).items()}
        self._known = {**PSEUDO_PARAMETERS, **template.get("Mappings", {}), **parameters}
        self.outcome = {"created": [], "leftOut": [], "refused": []}

    def create(self):
        for name in self._resources:
            self.get(name)
        return self.outcome

    def __getitem__(self, name):
        found = self.get(name)
        if found is NotCreated:
            raise NotCreated(name)
        return found

    def get(self, name):
        if name not in self._known:
            # This value holds while the resource is being created, in case the resource needs itself.
            self._known[name] = NotCreated
            self._known[name] = self._create(name, self._resources[name])
        return self._known[name]

    def _create(self, name, resource):
        title = f"{name} ({resource['Type']})"
        depends_on = resource.get("DependsOn", [])
        try:
            for needed in [depends_on] if isinstance(depends_on, str) else depends_on:
                self[needed]
            properties = clean_json(resource.get("Properties", {}), self)
            self._mock.left_out = []
            created = Created(*creator_of(resource["Type"])(self._mock, **properties))
        except NotCreated as needed:
            self.outcome["leftOut"].append(f"{title}: needs {needed}")
            return NotCreated
        except NotImplementedError:
            self.outcome["leftOut"].append(f"{title}: not in the mock")
            return Created(name, {"Arn": f"arn:aws:mock:{REGION}:123456789012:{name}"})
        except Exception as error:  # includes errors in moto itself
            self.outcome["refused"].append(f"{title}: {type(error).__name__}: {' '.join(str(error).split())}")
            return NotCreated
        self.outcome["created"].append(title)
        self.outcome["leftOut"] += [f"{title}: its {part}, not in the mock" for part in self._mock.left_out]
        return created


def creator_of(kind):
    if kind not in CREATORS:
        raise NotImplementedError
    return CREATORS[kind]


if __name__ == "__main__":
    with mock_aws():
        everything = Mock()
        for path in sys.argv[1:]:
            with open(path, encoding="utf8") as file:
                print(json.dumps(Stack(everything, json.load(file)).create()), flush=True)
