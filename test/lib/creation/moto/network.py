"""The network of Managed Instances, and their capacity provider."""

from forms import new_name, pairs


def part(operation, field, reference, kind):
    """Returns the creator of an EC2 resource whose properties, except tags, have the same form in CloudFormation and in boto3."""

    def create(mock, Tags=(), **properties):
        tagged = [{"ResourceType": kind, "Tags": list(Tags)}] if Tags else []
        made = mock.call("ec2", operation, TagSpecifications=tagged, **properties)[field]
        return made[reference], {}

    return create


def vpc(mock, CidrBlock, InstanceTenancy, Tags, **attributes):
    tagged = [{"ResourceType": "vpc", "Tags": Tags}]
    made = mock.call(
        "ec2", "create_vpc", CidrBlock=CidrBlock, InstanceTenancy=InstanceTenancy, TagSpecifications=tagged
    )["Vpc"]["VpcId"]
    for name, value in attributes.items():
        mock.call("ec2", "modify_vpc_attribute", VpcId=made, **{name: {"Value": value}})
    return made, {}


def subnet(mock, MapPublicIpOnLaunch, **properties):
    made, attributes = part("create_subnet", "Subnet", "SubnetId", "subnet")(mock, **properties)
    mock.call(
        "ec2", "modify_subnet_attribute", SubnetId=made, MapPublicIpOnLaunch={"Value": MapPublicIpOnLaunch}
    )
    return made, attributes


def association(mock, **properties):
    return mock.call("ec2", "associate_route_table", **properties)["AssociationId"], {}


def _rule(given):
    address = {"CidrIp": given["CidrIp"], "Description": given.get("Description", "")} if "CidrIp" in given else None
    source = given.get("SourceSecurityGroupId")
    return {
        **{name: given[name] for name in ("IpProtocol", "FromPort", "ToPort")},
        **({"IpRanges": [address]} if address else {}),
        **({"UserIdGroupPairs": [{"GroupId": source, "Description": given["Description"]}]} if source else {}),
    }


def security_group(mock, GroupDescription, SecurityGroupEgress, VpcId, Tags=()):
    made = mock.call(
        "ec2", "create_security_group", GroupName=new_name("group"), Description=GroupDescription, VpcId=VpcId
    )["GroupId"]
    rules = [_rule(given) for given in SecurityGroupEgress]
    mock.call("ec2", "authorize_security_group_egress", GroupId=made, IpPermissions=rules)
    return made, {"GroupId": made}


def ingress(mock, GroupId, **properties):
    mock.call("ec2", "authorize_security_group_ingress", GroupId=GroupId, IpPermissions=[_rule(properties)])
    return "ingress", {}


def capacity_provider(mock, TelemetryConfig=None, PropagateTags=None, Tags=(), **properties):
    """Leaves out `TelemetryConfig` and `PropagateTags`, because the client library does not know them yet.

    The library checks the other properties.
    """
    name = new_name("instances")
    made = mock.call(
        "lambda", "create_capacity_provider", CapacityProviderName=name, Tags=pairs(Tags), **properties
    )["CapacityProvider"]
    return name, {"Arn": made["CapacityProviderArn"]}


CREATORS = {
    "AWS::EC2::RouteTable": part("create_route_table", "RouteTable", "RouteTableId", "route-table"),
    "AWS::EC2::SecurityGroup": security_group,
    "AWS::EC2::SecurityGroupIngress": ingress,
    "AWS::EC2::Subnet": subnet,
    "AWS::EC2::SubnetRouteTableAssociation": association,
    "AWS::EC2::VPC": vpc,
    "AWS::EC2::VPCEndpoint": part("create_vpc_endpoint", "VpcEndpoint", "VpcEndpointId", "vpc-endpoint"),
    "AWS::Lambda::CapacityProvider": capacity_provider,
}
