import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';
import { ConfigurationError } from '../../configuration/configuration-error.ts';
import type { EndpointDomainProps } from './domain-props.ts';

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
  if (!hostedZone) {
    throw new ConfigurationError(
      `${domainName} needs a certificate, or the hostedZone in which a new one can be proved.`,
    );
  }
  const validation = CertificateValidation.fromDns(hostedZone);
  return new Certificate(scope, 'Certificate', { domainName, validation }) as ICertificate;
}
