import { Aws, CfnRule, Duration, Fn, Names, Stack, Token } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnIPSet, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { ORIGIN_HEADER } from '../../../functions/authorizer/authorize.ts';
import { acknowledge } from '../../acknowledge.ts';
import { requireThat } from '../../configuration/configuration-error.ts';
import { certificateOf, type EndpointDomainProps } from './domain.ts';
import type { GuardProps } from './guard.ts';

/** The only region in which AWS accepts web ACLs and certificates for CloudFront. */
const CLOUDFRONT_REGION = 'us-east-1';

/** Limit of the requests of one IP address in five minutes, on average 20 a second. Further requests get 403. */
const REQUESTS_PER_ADDRESS = 6000;

/** Properties of a CloudFront distribution with a web ACL in front of the address. */
export interface EdgeProps {
  /**
   * ARN of a web ACL (WAF) of scope CLOUDFRONT, in us-east-1.
   * @default - a web ACL is created with the allowed addresses, a limit for each address, and AWS's list of malicious
   * addresses; this needs a stack in us-east-1
   */
  readonly webAclArn?: string;
}

/** Properties of a distribution, and the API behind it. */
interface EdgeSetting extends EdgeProps, Pick<GuardProps, 'allowedAddresses'> {
  readonly api: HttpApi;
  /** Secret that CloudFront sends, so that the API can refuse requests that bypass CloudFront. */
  readonly origin: ISecret;
  /** @default - CloudFront's own name */
  readonly domain?: EndpointDomainProps;
}

/** A CloudFront distribution with a web ACL. It caches nothing, because every request must reach the function. */
export class Edge extends Construct {
  readonly distribution: cloudfront.Distribution;

  constructor(scope: Construct, id: string, props: EdgeSetting) {
    super(scope, id);
    const { api, origin, domain, webAclArn, allowedAddresses } = props;
    if (webAclArn === undefined || (domain && !domain.certificate)) requireVirginia(this);
    const { region, urlSuffix } = Stack.of(this);
    this.distribution = new cloudfront.Distribution(this, 'Distribution', {
      defaultBehavior: {
        origin: new HttpOrigin(`${api.apiId}.execute-api.${region}.${urlSuffix}`, {
          protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
          // CloudFormation replaces this reference by the value when it deploys.
          customHeaders: { [ORIGIN_HEADER]: origin.secretValue.unsafeUnwrap() },
          connectionAttempts: 1,
          readTimeout: Duration.seconds(30),
        }),
        allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
        cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
        originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      },
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      webAclId: webAclArn ?? createWebAcl(new Construct(this, 'WebAcl'), allowedAddresses).attrArn,
      ...(domain && {
        domainNames: [domain.domainName],
        certificate: certificateOf(this, domain),
        minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
    });
    acknowledge(
      this.distribution,
      {
        id: 'AwsSolutions-CFR1',
        reason: 'Callers may come from any country; the web ACL limits the requests of each address.',
      },
      {
        id: 'AwsSolutions-CFR3',
        reason: 'CloudFront forwards every request that the web ACL admits, and API Gateway logs it.',
      },
      // With a domain name, at least TLS 1.2 is required. For CloudFront's own name, CloudFront sets the lowest version.
      ...(domain ? [] : [{ id: 'AwsSolutions-CFR4', reason: "The certificate is CloudFront's own." }]),
    );
  }
}

/**
 * Rules in front of a CloudFront distribution. AWS's own rules for bodies are left out, because they refuse bodies above 8 KB and
 * mistake pictures for attacks.
 */
function createWebAcl(scope: Construct, allowedAddresses: readonly string[] | undefined): CfnWebACL {
  const rules = [
    ...(allowedAddresses ? [onlyFrom(scope, allowedAddresses)] : []),
    {
      name: 'LimitPerAddress',
      action: { block: {} },
      statement: { rateBasedStatement: { limit: REQUESTS_PER_ADDRESS, aggregateKeyType: 'IP' } },
    },
    {
      name: 'BadAddresses',
      overrideAction: { none: {} },
      statement: {
        managedRuleGroupStatement: { vendorName: 'AWS', name: 'AWSManagedRulesAmazonIpReputationList' },
      },
    },
  ];
  return new CfnWebACL(scope, 'Acl', {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: visibility(Names.uniqueResourceName(scope, { maxLength: 100 })),
    rules: rules.map((rule, priority) => ({ ...rule, priority, visibilityConfig: visibility(rule.name) })),
  });
}

/** A rule that refuses addresses outside the networks in `blocks`. AWS needs separate sets for IPv4 and IPv6. */
function onlyFrom(
  scope: Construct,
  blocks: readonly string[],
): Pick<CfnWebACL.RuleProperty, 'name' | 'action' | 'statement'> {
  const known = ['IPV4', 'IPV6'].flatMap((ipAddressVersion) => {
    const isOfFamily = (block: string) => block.includes(':') === (ipAddressVersion === 'IPV6');
    const addresses = blocks.filter(isOfFamily);
    if (addresses.length === 0) return [];
    const set = new CfnIPSet(scope, ipAddressVersion, { scope: 'CLOUDFRONT', ipAddressVersion, addresses });
    return [{ ipSetReferenceStatement: { arn: set.attrArn } }];
  });
  const [first, second] = known;
  const statement = second ? { orStatement: { statements: known } } : first;
  return {
    name: 'OnlyKnownAddresses',
    action: { block: {} },
    statement: { notStatement: { statement: statement as CfnWebACL.StatementProperty } },
  };
}

function visibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, sampledRequestsEnabled: true, metricName };
}

const MESSAGE =
  `CloudFront's web ACL and certificate can only be made in ${CLOUDFRONT_REGION}: deploy there, or make them there and ` +
  'give their ARNs.';

/** Refuses stacks outside us-east-1: at synthesis if the region is known, else when CloudFormation begins. */
function requireVirginia(scope: Construct): void {
  const { region } = Stack.of(scope);
  const isKnown = !Token.isUnresolved(region);
  requireThat(!isKnown || region === CLOUDFRONT_REGION, MESSAGE);
  if (isKnown) return;
  new CfnRule(scope, 'OnlyInVirginia', {
    assertions: [{ assert: Fn.conditionEquals(Aws.REGION, CLOUDFRONT_REGION), assertDescription: MESSAGE }],
  });
}
