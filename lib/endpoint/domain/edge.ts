import { Duration, Stack, Validations } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { ORIGIN_HEADER } from '../../../functions/authorizer/authorize.ts';
import { certificateOf } from './certificate.ts';
import type { EdgeProps, EndpointDomainProps } from './domain-props.ts';
import { requireVirginia } from './require-virginia.ts';
import { WebAcl } from './web-acl.ts';

/** What an {@link Edge} stands before. */
export interface EdgeSetting extends EdgeProps {
  readonly api: HttpApi;
  /** Sent along, so that the API can refuse what did not come this way. */
  readonly origin: ISecret;
  /** @default - CloudFront's own name */
  readonly domain?: EndpointDomainProps;
  /** @default - callers may come from everywhere */
  readonly allowedAddresses?: readonly string[];
}

/** A CloudFront distribution with a web ACL. It keeps nothing: every question is one for the function. */
export class Edge extends Construct {
  readonly distribution: cloudfront.Distribution;

  constructor(scope: Construct, id: string, props: EdgeSetting) {
    super(scope, id);
    const { api, origin, domain, webAclArn, allowedAddresses, requestsPerAddress = 6000 } = props;
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
      webAclId:
        webAclArn ??
        new WebAcl(this, 'WebAcl', { requestsPerAddress, ...(allowedAddresses && { allowedAddresses }) }).arn,
      ...(domain && {
        domainNames: [domain.domainName],
        certificate: certificateOf(this, domain),
        minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
    });
    Validations.of(this.distribution).acknowledge(...acknowledgements(domain !== undefined));
  }
}

function acknowledgements(named: boolean) {
  return [
    { id: 'AwsSolutions-CFR1', reason: 'Callers may come from any country; the web ACL bounds addresses.' },
    {
      id: 'AwsSolutions-CFR3',
      reason: 'API Gateway writes one line a request; CloudFront forwards them all.',
    },
    // A name of its own brings TLS 1.2 at least; for CloudFront's own name, CloudFront alone decides.
    ...(named ? [] : [{ id: 'AwsSolutions-CFR4', reason: "The certificate is CloudFront's own." }]),
  ];
}
