import type { MTLSConfig } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IHostedZone } from 'aws-cdk-lib/aws-route53';

/** A name of your own, which stays when everything behind it is made anew. */
export interface EndpointDomainProps {
  /** Such as `digits.example.com`. The address at execute-api is switched off, except behind CloudFront. */
  readonly domainName: string;

  /**
   * The certificate of the name, in ACM; of the stack's region, behind CloudFront of us-east-1.
   * @default - one is made, and proved by a record in `hostedZone`
   */
  readonly certificate?: ICertificate;

  /**
   * Route 53's zone of the name. The record that leads to the endpoint is put there.
   * @default - none: make a CNAME to `HttpEndpoint.domainTarget` where the name is kept
   */
  readonly hostedZone?: IHostedZone;

  /**
   * The certificate authorities whose certificates callers must present (mutual TLS): a PEM file in S3.
   * @default - callers need none
   */
  readonly mutualTls?: MTLSConfig;
}

/** A CloudFront distribution with a web ACL before the address. */
export interface EdgeProps {
  /**
   * ARN of a web ACL (WAF) of scope CLOUDFRONT, which lives in us-east-1.
   * @default - one is made: allowed addresses, a limit for each address, AWS's list of bad addresses. The stack has to
   * be in us-east-1 then.
   */
  readonly webAclArn?: string;

  /**
   * Requests that one address may send in five minutes; more are refused with 403. For the web ACL that is made.
   * @default 6000, which is 20 a second
   */
  readonly requestsPerAddress?: number;
}
