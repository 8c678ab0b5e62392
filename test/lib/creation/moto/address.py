"""The gateway, and the resources in front of it."""

from forms import listed, new_name, renamed


def gateway(operation, reference):
    """Returns the creator of a resource of the gateway whose properties are the same in CloudFormation and in the client library."""

    def create(mock, **properties):
        made = mock.call("apigatewayv2", operation, **properties)
        return made[reference], {"ApiEndpoint": made.get("ApiEndpoint")}

    return create


def authorizer(mock, IdentitySource, **properties):
    made = mock.call("apigatewayv2", "create_authorizer", IdentitySource=IdentitySource, **properties)
    return made["AuthorizerId"], {}


def domain_name(mock, **properties):
    made = mock.call("apigatewayv2", "create_domain_name", **properties)
    (given,) = made["DomainNameConfigurations"]
    return made["DomainName"], {
        # moto may lack these values.
        "RegionalDomainName": given.get("ApiGatewayDomainName", "d-mock.execute-api.us-east-1.amazonaws.com"),
        "RegionalHostedZoneId": given.get("HostedZoneId", "Z1UJRXOUMOOFQ8"),
    }


def record(mock, HostedZoneId, **properties):
    change = {"Action": "CREATE", "ResourceRecordSet": {**properties}}
    change["ResourceRecordSet"].get("AliasTarget", {}).setdefault("EvaluateTargetHealth", False)
    mock.call(
        "route53",
        "change_resource_record_sets",
        HostedZoneId=mock.zone(HostedZoneId, properties["Name"]),
        ChangeBatch={"Changes": [change]},
    )
    return properties["Name"], {}


def certificate(mock, DomainValidationOptions=(), **properties):
    """Ignores the validation by DNS records, which only CloudFormation performs."""
    made = mock.call("acm", "request_certificate", **properties)
    return made["CertificateArn"], {}


def secret(mock, GenerateSecretString, **properties):
    template = GenerateSecretString.pop("SecretStringTemplate", None)
    key = GenerateSecretString.pop("GenerateStringKey", None)
    text = mock.call("secretsmanager", "get_random_password", **GenerateSecretString)["RandomPassword"]
    if template is not None:
        text = template.replace("{", f'{{"{key}":"{text}"', 1)
    made = mock.call("secretsmanager", "create_secret", Name=new_name("secret"), SecretString=text, **properties)
    return made["ARN"], {}


def ip_set(mock, **properties):
    made = mock.call("wafv2", "create_ip_set", Name=new_name("addresses"), **properties)["Summary"]
    return made["Id"], {"Arn": made["ARN"]}


def web_acl(mock, Rules, **properties):
    rules = renamed(Rules, {"Arn": "ARN"})
    made = mock.call("wafv2", "create_web_acl", Name=new_name("acl"), Rules=rules, **properties)["Summary"]
    return made["Id"], {"Arn": made["ARN"]}


def distribution(mock, DistributionConfig, Tags=()):
    config = {**DistributionConfig, "CallerReference": new_name("distribution"), "Comment": ""}
    behaviour = {**config["DefaultCacheBehavior"]}
    methods = behaviour.pop("AllowedMethods")
    cached = behaviour.pop("CachedMethods", ["GET", "HEAD"])
    config["DefaultCacheBehavior"] = {
        **behaviour,
        "AllowedMethods": {**listed(methods), "CachedMethods": listed(cached)},
    }
    config["Origins"] = listed([_origin(origin) for origin in config["Origins"]])
    config["HttpVersion"] = config.get("HttpVersion", "http2")
    if "Aliases" in config:
        config["Aliases"] = listed(config["Aliases"])
    if "ViewerCertificate" in config:
        names = {"AcmCertificateArn": "ACMCertificateArn", "SslSupportMethod": "SSLSupportMethod"}
        config["ViewerCertificate"] = renamed(config["ViewerCertificate"], names)
    if "IPV6Enabled" in config:
        config["IsIPV6Enabled"] = config.pop("IPV6Enabled")
    made = mock.call(
        "cloudfront",
        "create_distribution_with_tags",
        DistributionConfigWithTags={"DistributionConfig": config, "Tags": {"Items": list(Tags)}},
    )["Distribution"]
    return made["Id"], {"DomainName": made["DomainName"]}


def _origin(origin):
    given = {**origin}
    given["CustomHeaders"] = listed(given.pop("OriginCustomHeaders", []))
    custom = {**given["CustomOriginConfig"]}
    custom["OriginSslProtocols"] = listed(custom.pop("OriginSSLProtocols"))
    custom["HTTPPort"] = custom.get("HTTPPort", 80)
    custom["HTTPSPort"] = custom.get("HTTPSPort", 443)
    given["CustomOriginConfig"] = custom
    given["OriginPath"] = given.get("OriginPath", "")
    return given


CREATORS = {
    "AWS::ApiGatewayV2::Api": gateway("create_api", "ApiId"),
    "AWS::ApiGatewayV2::ApiMapping": gateway("create_api_mapping", "ApiMappingId"),
    "AWS::ApiGatewayV2::Authorizer": authorizer,
    "AWS::ApiGatewayV2::DomainName": domain_name,
    "AWS::ApiGatewayV2::Integration": gateway("create_integration", "IntegrationId"),
    "AWS::ApiGatewayV2::Route": gateway("create_route", "RouteId"),
    "AWS::ApiGatewayV2::Stage": gateway("create_stage", "StageName"),
    "AWS::CertificateManager::Certificate": certificate,
    "AWS::CloudFront::Distribution": distribution,
    "AWS::Route53::RecordSet": record,
    "AWS::SecretsManager::Secret": secret,
    "AWS::WAFv2::IPSet": ip_set,
    "AWS::WAFv2::WebACL": web_acl,
}
