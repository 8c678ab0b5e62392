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

/** Where AWS takes web ACLs and certificates of CloudFront, and nowhere else. */
const CLOUDFRONT_REGION = 'us-east-1';

/** Requests that one address may send in five minutes, which is 20 a second; more are refused with 403. */
const REQUESTS_PER_ADDRESS = 6000;

/** A CloudFront distribution with a web ACL before the address. */
export interface EdgeProps {
  /**
   * ARN of a web ACL (WAF) of scope CLOUDFRONT, which lives in us-east-1.
   * @default - one is made: allowed addresses, a limit for each address, AWS's list of bad addresses. The stack has to
   * be in us-east-1 then.
   */
  readonly webAclArn?: string;
}

/** What a distribution stands before. */
interface EdgeSetting extends EdgeProps, Pick<GuardProps, 'allowedAddresses'> {
  readonly api: HttpApi;
  /** Sent along, so that the API can refuse what did not come this way. */
  readonly origin: ISecret;
  /** @default - CloudFront's own name */
  readonly domain?: EndpointDomainProps;
}

/** A CloudFront distribution with a web ACL. It keeps nothing: every request is one for the function. */
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
          // CloudFormation puts the value in the place of this reference when it deploys.
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
      { id: 'AwsSolutions-CFR1', reason: 'Callers may come from any country; the web ACL bounds addresses.' },
      {
        id: 'AwsSolutions-CFR3',
        reason: 'API Gateway writes one line a request; CloudFront forwards them all.',
      },
      // A name of its own brings TLS 1.2 at least; for CloudFront's own name, CloudFront alone decides.
      ...(domain ? [] : [{ id: 'AwsSolutions-CFR4', reason: "The certificate is CloudFront's own." }]),
    );
  }
}

/** Rules before a CloudFront distribution, without AWS's own for bodies: they stop at 8 KB, and take pictures for attacks. */
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

/** Refuses whoever is in none of the blocks. A set of addresses is of one family. */
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

/** Refuses stacks of other regions: at synthesis where the region is known, else when CloudFormation begins. */
function requireVirginia(scope: Construct): void {
  const { region } = Stack.of(scope);
  const isKnown = !Token.isUnresolved(region);
  requireThat(!isKnown || region === CLOUDFRONT_REGION, MESSAGE);
  if (isKnown) return;
  new CfnRule(scope, 'OnlyInVirginia', {
    assertions: [{ assert: Fn.conditionEquals(Aws.REGION, CLOUDFRONT_REGION), assertDescription: MESSAGE }],
  });
}
