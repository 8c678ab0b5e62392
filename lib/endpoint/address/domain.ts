import { DomainName, IpAddressType, type MTLSConfig } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import * as route53 from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import { defined } from '../../../project/defined.ts';
import { requireThat } from '../../configuration/configuration-error.ts';

/** Your own domain name, which stays when everything behind it is replaced. */
export interface EndpointDomainProps {
  /** The name, such as `digits.example.com`. The execute-api address is disabled, except behind CloudFront. */
  readonly domainName: string;

  /**
   * The domain name's certificate. It must be in ACM in the stack's region or, behind CloudFront, in us-east-1.
   * @default - a certificate is created, and validated by a record in `hostedZone`, which must then be given
   */
  readonly certificate?: ICertificate;

  /**
   * Route 53's zone of the name, for the record that points to the endpoint.
   * @default - none: create a CNAME to `HttpEndpoint.domainTarget` at your DNS provider
   */
  readonly hostedZone?: route53.IHostedZone;

  /**
   * The certificate authorities whose certificates callers must present (mutual TLS): a PEM file in S3.
   * @default - callers need no certificate
   */
  readonly mutualTls?: MTLSConfig;
}

/** Your own domain name at API Gateway, for IPv4 and IPv6, with its certificate and its records. */
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
 * The given certificate of a name, or a new one that is validated in the name's zone. @throws ConfigurationError if
 * neither certificate nor zone is given
 */
export function certificateOf(
  scope: Construct,
  { domainName, certificate, hostedZone }: EndpointDomainProps,
): ICertificate {
  if (certificate) return certificate;
  requireThat(
    hostedZone,
    `${domainName} needs a certificate, or the hostedZone in which a new one can be validated.`,
  );
  const validation = CertificateValidation.fromDns(hostedZone);
  return new Certificate(scope, 'Certificate', { domainName, validation }) as ICertificate;
}

/** Adds the records that point from a name to a target, if the name is in Route 53. */
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
