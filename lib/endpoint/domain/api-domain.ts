import { DomainName, IpAddressType } from 'aws-cdk-lib/aws-apigatewayv2';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import { certificateOf } from './certificate.ts';
import type { EndpointDomainProps } from './domain-props.ts';
import { addRecords } from './records.ts';

/** A name of your own at API Gateway, for IPv4 and IPv6, with its certificate and its records. */
export class ApiDomain extends DomainName {
  constructor(scope: Construct, id: string, domain: EndpointDomainProps) {
    super(scope, id, {
      domainName: domain.domainName,
      certificate: certificateOf(scope, domain),
      ipAddressType: IpAddressType.DUAL_STACK,
      ...(domain.mutualTls && { mtls: domain.mutualTls }),
    });
    const { regionalDomainName, regionalHostedZoneId } = this;
    addRecords(this, domain, new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId));
  }
}
