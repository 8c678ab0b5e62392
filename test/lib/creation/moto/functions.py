"""Table, roles, functions and their logs.

A creator takes the mock and the properties of CloudFormation, and returns the values of `Ref` and of `Fn::GetAtt`. Properties
that the creator does not name go to AWS's client library, those of logs with lower-case initials. The library refuses
properties that the service does not know.
"""

import json

from forms import lower, new_name, pairs


def table(mock, Replicas, TimeToLiveSpecification, SSESpecification, **properties):
    (replica,) = Replicas
    sse = {**SSESpecification, **replica.get("SSESpecification", {})}
    made = mock.call(
        "dynamodb",
        "create_table",
        TableName=new_name("table"),
        SSESpecification={("Enabled" if key == "SSEEnabled" else key): value for key, value in sse.items()},
        Tags=replica.get("Tags", []),
        **properties,
    )["TableDescription"]
    name = made["TableName"]
    mock.call("dynamodb", "update_time_to_live", TableName=name, TimeToLiveSpecification=TimeToLiveSpecification)
    if "PointInTimeRecoverySpecification" in replica:
        mock.call(
            "dynamodb",
            "update_continuous_backups",
            TableName=name,
            PointInTimeRecoverySpecification=replica["PointInTimeRecoverySpecification"],
        )
    return name, {"Arn": made["TableArn"]}


def role(mock, AssumeRolePolicyDocument, ManagedPolicyArns=(), **properties):
    name = new_name("role")
    made = mock.call(
        "iam",
        "create_role",
        RoleName=name,
        AssumeRolePolicyDocument=json.dumps(AssumeRolePolicyDocument),
        **properties,
    )["Role"]
    for arn in ManagedPolicyArns:
        mock.call("iam", "attach_role_policy", RoleName=name, PolicyArn=arn)
    return name, {"Arn": made["Arn"]}


def policy(mock, PolicyName, PolicyDocument, Roles):
    for name in Roles:
        mock.call(
            "iam", "put_role_policy", RoleName=name, PolicyName=PolicyName, PolicyDocument=json.dumps(PolicyDocument)
        )
    return PolicyName, {}


def function(mock, Code, Tags=(), ReservedConcurrentExecutions=None, PublishToLatestPublished=None, **properties):
    """Ignores PublishToLatestPublished, which only CloudFormation handles."""
    mock.upload(Code["S3Bucket"], Code["S3Key"])
    name = new_name("function")
    made = mock.call("lambda", "create_function", FunctionName=name, Code=Code, Tags=pairs(Tags), **properties)
    if ReservedConcurrentExecutions is not None:
        mock.call(
            "lambda",
            "put_function_concurrency",
            FunctionName=name,
            ReservedConcurrentExecutions=ReservedConcurrentExecutions,
        )
    return name, {"Arn": made["FunctionArn"]}


def layer(mock, Content, **properties):
    mock.upload(Content["S3Bucket"], Content["S3Key"])
    made = mock.call("lambda", "publish_layer_version", LayerName=new_name("layer"), Content=Content, **properties)
    return made["LayerVersionArn"], {}


def version(mock, FunctionScalingConfig=None, **properties):
    made = mock.call("lambda", "publish_version", **properties)
    if FunctionScalingConfig:
        mock.call(
            "lambda",
            "put_function_scaling_config",
            optional=True,
            FunctionName=properties["FunctionName"],
            Qualifier=made["Version"],
            FunctionScalingConfig=FunctionScalingConfig,
        )
    return made["FunctionArn"], {"Version": made["Version"]}


def alias(mock, ProvisionedConcurrencyConfig=None, **properties):
    made = mock.call("lambda", "create_alias", **properties)
    if ProvisionedConcurrencyConfig:
        mock.call(
            "lambda",
            "put_provisioned_concurrency_config",
            optional=True,
            FunctionName=properties["FunctionName"],
            Qualifier=properties["Name"],
            **ProvisionedConcurrencyConfig,
        )
    return made["AliasArn"], {}


def permission(mock, **properties):
    mock.call("lambda", "add_permission", StatementId=new_name("permission"), **properties)
    return "permission", {}


def log_group(mock, RetentionInDays, Tags=(), LogGroupName=None, **properties):
    # All templates share one mock and one stack id, so a name that contains the id needs a number as well.
    name = f"{LogGroupName or ''}{new_name('log')}"
    mock.call("logs", "create_log_group", logGroupName=name, tags=pairs(Tags), **lower(properties))
    mock.call("logs", "put_retention_policy", logGroupName=name, retentionInDays=RetentionInDays)
    (found,) = mock.call("logs", "describe_log_groups", logGroupNamePrefix=name)["logGroups"]
    return name, {"Arn": found["arn"]}


def metric_filter(mock, **properties):
    name = new_name("filter")
    mock.call("logs", "put_metric_filter", filterName=name, **lower(properties))
    return name, {}


CREATORS = {
    "AWS::DynamoDB::GlobalTable": table,
    "AWS::IAM::Role": role,
    "AWS::IAM::Policy": policy,
    "AWS::Lambda::Function": function,
    "AWS::Lambda::LayerVersion": layer,
    "AWS::Lambda::Version": version,
    "AWS::Lambda::Alias": alias,
    "AWS::Lambda::Permission": permission,
    "AWS::Logs::LogGroup": log_group,
    "AWS::Logs::MetricFilter": metric_filter,
}
