"""Scaling, releases, alarms and their recipients."""

import json

from forms import lower, new_name


def scalable_target(mock, ScheduledActions=(), Tags=(), **properties):
    mock.call(
        "application-autoscaling",
        "register_scalable_target",
        Tags={tag["Key"]: tag["Value"] for tag in Tags},
        **properties,
    )
    place = {name: properties[name] for name in ("ServiceNamespace", "ScalableDimension", "ResourceId")}
    for action in ScheduledActions:
        mock.call("application-autoscaling", "put_scheduled_action", **place, **action)
    return "|".join((properties["ResourceId"], properties["ScalableDimension"], properties["ServiceNamespace"])), {}


def scaling_policy(mock, ScalingTargetId, **properties):
    resource, dimension, namespace = ScalingTargetId.split("|")
    made = mock.call(
        "application-autoscaling",
        "put_scaling_policy",
        ResourceId=resource,
        ScalableDimension=dimension,
        ServiceNamespace=namespace,
        **properties,
    )
    return made["PolicyARN"], {}


def application(mock, **properties):
    name = new_name("application")
    mock.call("codedeploy", "create_application", applicationName=name, **_tagged(properties))
    return name, {}


def deployment_group(mock, **properties):
    name = new_name("group")
    mock.call("codedeploy", "create_deployment_group", deploymentGroupName=name, **_tagged(properties))
    return name, {}


def _tagged(properties):
    """Makes the names of properties begin with a lower-case letter, as in CodeDeploy's API, but leaves each tag as it is."""
    given = {**properties}
    tags = given.pop("Tags", [])
    return {**lower(given), "tags": tags}


def alarm(mock, **properties):
    name = new_name("alarm")
    mock.call("cloudwatch", "put_metric_alarm", AlarmName=name, **properties)
    (found,) = mock.call("cloudwatch", "describe_alarms", AlarmNames=[name])["MetricAlarms"]
    return name, {"Arn": found["AlarmArn"]}


def dashboard(mock, DashboardName, DashboardBody, Tags=()):
    made = mock.call("cloudwatch", "put_dashboard", DashboardName=DashboardName, DashboardBody=DashboardBody)
    if made.get("DashboardValidationMessages"):
        raise TypeError(json.dumps(made["DashboardValidationMessages"]))
    return DashboardName, {}


def topic(mock, KmsMasterKeyId=None, Tags=()):
    attributes = {} if KmsMasterKeyId is None else {"KmsMasterKeyId": KmsMasterKeyId}
    made = mock.call("sns", "create_topic", Name=new_name("topic"), Attributes=attributes, Tags=list(Tags))
    return made["TopicArn"], {}


def topic_policy(mock, PolicyDocument, Topics):
    for arn in Topics:
        mock.call(
            "sns",
            "set_topic_attributes",
            TopicArn=arn,
            AttributeName="Policy",
            AttributeValue=json.dumps(PolicyDocument),
        )
    return "policy", {}


def subscription(mock, **properties):
    return mock.call("sns", "subscribe", ReturnSubscriptionArn=True, **properties)["SubscriptionArn"], {}


def schedule(mock, **properties):
    name = new_name("schedule")
    mock.call("scheduler", "create_schedule", Name=name, **properties)
    return name, {}


CREATORS = {
    "AWS::ApplicationAutoScaling::ScalableTarget": scalable_target,
    "AWS::ApplicationAutoScaling::ScalingPolicy": scaling_policy,
    "AWS::CloudWatch::Alarm": alarm,
    "AWS::CloudWatch::Dashboard": dashboard,
    "AWS::CodeDeploy::Application": application,
    "AWS::CodeDeploy::DeploymentGroup": deployment_group,
    "AWS::SNS::Subscription": subscription,
    "AWS::SNS::Topic": topic,
    "AWS::SNS::TopicPolicy": topic_policy,
    "AWS::Scheduler::Schedule": schedule,
}
