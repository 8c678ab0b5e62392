import { DomainName, IpAddressType, type MTLSConfig } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import * as route53 from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import { defined } from '../../../project/defined.ts';
import { requireThat } from '../../configuration/configuration-error.ts';

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
  readonly hostedZone?: route53.IHostedZone;

  /**
   * The certificate authorities whose certificates callers must present (mutual TLS): a PEM file in S3.
   * @default - callers need none
   */
  readonly mutualTls?: MTLSConfig;
}

/** A name of your own at API Gateway, for IPv4 and IPv6, with its certificate and its records. */
export class ApiDomain extends DomainName {
  constructor(scope: Construct, id: string, domain: EndpointDomainProps) {
    super(scope, id, {
      domainName: domain.domainName,
      certificate: certificateOf(scope, domain),
      ipAddressType: IpAddressType.DUAL_STACK,
      ...defined({ mtls: domain.mutualTls }),
    });
    const { regionalDomainName, regionalHostedZoneId } = this;
    addRecords(this, domain, new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId));
  }
}

/**
 * The certificate of a name: the one that was given, or a new one, proved in the zone of the name.
 *
 * @throws ConfigurationError when there is neither
 */
export function certificateOf(
  scope: Construct,
  { domainName, certificate, hostedZone }: EndpointDomainProps,
): ICertificate {
  if (certificate) return certificate;
  requireThat(
    hostedZone,
    `${domainName} needs a certificate, or the hostedZone in which a new one can be proved.`,
  );
  const validation = CertificateValidation.fromDns(hostedZone);
  return new Certificate(scope, 'Certificate', { domainName, validation }) as ICertificate;
}

/** The records that lead from a name to a target; none where the name is kept elsewhere than in Route 53. */
export function addRecords(
  scope: Construct,
  { domainName, hostedZone: zone }: EndpointDomainProps,
  alias: route53.IAliasRecordTarget,
): void {
  if (!zone) return;
  const record = { zone, recordName: `${domainName}.`, target: route53.RecordTarget.fromAlias(alias) };
  new route53.ARecord(scope, 'Record', record);
  new route53.AaaaRecord(scope, 'RecordOfIpv6', record);
}
