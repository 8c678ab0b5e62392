import { Duration } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { AddressSettings } from './configuration/address-settings.ts';
import type { ServiceSettings } from './configuration/service-configuration.ts';
import type { EndpointDomainProps } from './endpoint/domain/domain-props.ts';
import { EndpointAccess } from './endpoint/endpoint-access.ts';
import type { GuardOptions, KeyOptions } from './endpoint/guard/guard-props.ts';
import type { HttpEndpointProps } from './endpoint/http-endpoint-props.ts';

/**
 * The properties of a service's address, as a configuration has them.
 *
 * @param scope where what the configuration names is imported
 * @param authorizer code; undefined: what has been built
 */
export function addressProps(
  scope: Construct,
  configuration: ServiceSettings,
  authorizer: Code | undefined,
): HttpEndpointProps {
  const { cloudFront, webAclArn } = configuration;
  const domain = readDomain(scope, configuration);
  return {
    access: readAccess(scope, configuration, authorizer),
    throttle: { rateLimit: configuration.throttleRate, burstLimit: configuration.throttleBurst },
    explain: configuration.explain === 'on',
    // RetentionDays numbers its members by their days.
    logRetention: configuration.logRetentionDays,
    ...(domain && { domain }),
    ...(cloudFront && { edge: webAclArn === undefined ? {} : { webAclArn } }),
  };
}

function readAccess(
  scope: Construct,
  configuration: AddressSettings,
  code: Code | undefined,
): EndpointAccess {
  const { access, secretPath, jwtIssuer = '', jwtAudience = '', replayWindowSeconds } = configuration;
  const { authorizerProvisionedConcurrency: provisionedConcurrency, allowedAddresses } = configuration;
  const options: GuardOptions = {
    ...(code && { code }),
    ...(provisionedConcurrency !== undefined && { provisionedConcurrency }),
    ...(allowedAddresses !== undefined && { allowedAddresses: allowedAddresses.split(',') }),
  };
  switch (access) {
    case 'iam':
      return EndpointAccess.iam();
    case 'jwt':
      return EndpointAccess.jwt(jwtIssuer, jwtAudience);
    case 'api-key':
      return EndpointAccess.apiKey({ ...options, ...readKeys(scope, configuration) });
    case 'hmac':
      return EndpointAccess.hmac({
        ...options,
        ...readKeys(scope, configuration),
        ...(replayWindowSeconds !== undefined && { replayWindow: Duration.seconds(replayWindowSeconds) }),
      });
    case 'open':
      return EndpointAccess.open(secretPath, options);
  }
}

function readKeys(scope: Construct, { accessSecret }: AddressSettings): Pick<KeyOptions, 'keys'> {
  if (accessSecret === undefined) return {};
  const keys = accessSecret.startsWith('arn:')
    ? Secret.fromSecretCompleteArn(scope, 'AccessSecret', accessSecret)
    : Secret.fromSecretNameV2(scope, 'AccessSecret', accessSecret);
  return { keys: keys as ISecret };
}

function readDomain(scope: Construct, configuration: AddressSettings): EndpointDomainProps | undefined {
  const { domainName, certificateArn, hostedZoneId, trustStore, trustStoreVersion } = configuration;
  if (domainName === undefined) return undefined;
  const { hostedZoneName: zoneName = domainName.slice(domainName.indexOf('.') + 1) } = configuration;
  return {
    domainName,
    ...(certificateArn !== undefined && {
      certificate: Certificate.fromCertificateArn(scope, 'DomainCertificate', certificateArn),
    }),
    ...(hostedZoneId !== undefined && {
      hostedZone: HostedZone.fromHostedZoneAttributes(scope, 'HostedZone', { hostedZoneId, zoneName }),
    }),
    ...(trustStore !== undefined && {
      mutualTls: {
        bucket: Bucket.fromBucketName(scope, 'TrustStore', new URL(trustStore).host),
        key: new URL(trustStore).pathname.slice(1),
        ...(trustStoreVersion !== undefined && { version: trustStoreVersion }),
      },
    }),
  };
}
