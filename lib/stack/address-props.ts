import { RemovalPolicy } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { defined } from '../../project/defined.ts';
import type { AddressSettings } from '../configuration/address-settings.ts';
import type { ServiceSettings } from '../configuration/service-configuration.ts';
import type { EndpointDomainProps } from '../endpoint/address/domain.ts';
import { EndpointAccess } from '../endpoint/address/endpoint-access.ts';
import type { HttpEndpointProps } from '../endpoint/address/http-endpoint-props.ts';
import type { LogProps } from '../endpoint/logs.ts';
import { colonArn } from '../names.ts';

/**
 * Properties of logs. With `retainData`, the logs stay when the stack is deleted, as the table does. `logRetentionDays` is a
 * value of RetentionDays, because these values are numbers of days.
 */
export function logSettings({ logRetentionDays, retainData }: ServiceSettings): LogProps {
  return {
    logRetention: logRetentionDays,
    ...(retainData && { logRemovalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE }),
  };
}

/**
 * The properties of a service's address, from its configuration.
 *
 * @param scope parent of the imported resources
 * @param authorizer code of the authorizer; if undefined, that of the build
 * @param key encrypts the logs, and the secret that holds the callers' keys
 */
export function addressProps(
  scope: Construct,
  configuration: ServiceSettings,
  authorizer: Code | undefined,
  key: IKey | undefined,
): HttpEndpointProps {
  const { cloudFront, webAclArn } = configuration;
  return {
    access: readAccess(scope, configuration, authorizer, key),
    throttle: { rateLimit: configuration.throttleRate, burstLimit: configuration.throttleBurst },
    explain: configuration.explain === 'on',
    ...logSettings(configuration),
    ...defined({
      domain: readDomain(scope, configuration),
      edge: cloudFront ? defined({ webAclArn }) : undefined,
      logEncryptionKey: key,
    }),
  };
}

function readAccess(
  scope: Construct,
  configuration: AddressSettings,
  code: Code | undefined,
  encryptionKey: IKey | undefined,
): EndpointAccess {
  const { access, secretPath, jwtIssuer = '', jwtAudience = '' } = configuration;
  const { authorizerProvisionedConcurrency: provisionedConcurrency, allowedAddresses } = configuration;
  const addresses = allowedAddresses?.split(',');
  const options = defined({ code, provisionedConcurrency, allowedAddresses: addresses });
  // A given secret may be encrypted with the configuration's key, as a created one is.
  const keys = readKeys(scope, configuration, encryptionKey);
  const keyOptions = { ...options, ...(keys ? { keys } : defined({ encryptionKey })) };
  switch (access) {
    case 'iam':
      return EndpointAccess.iam();
    case 'jwt':
      return EndpointAccess.jwt(jwtIssuer, jwtAudience);
    case 'api-key':
      return EndpointAccess.apiKey(keyOptions);
    case 'open':
      return EndpointAccess.open(secretPath, options);
  }
}

/** The existing secret with the callers' keys that the settings name; undefined if they name none. */
function readKeys(
  scope: Construct,
  { accessSecret }: AddressSettings,
  encryptionKey: IKey | undefined,
): ISecret | undefined {
  if (accessSecret === undefined) return undefined;
  const secretPartialArn = colonArn(scope, 'secretsmanager', 'secret', accessSecret);
  const arn = accessSecret.startsWith('arn:') ? { secretCompleteArn: accessSecret } : { secretPartialArn };
  return Secret.fromSecretAttributes(scope, 'AccessSecret', {
    ...arn,
    ...defined({ encryptionKey }),
  }) as ISecret;
}

function readDomain(scope: Construct, configuration: AddressSettings): EndpointDomainProps | undefined {
  const { domainName, certificateArn, hostedZoneId, trustStore } = configuration;
  if (domainName === undefined) return undefined;
  const { hostedZoneName: zoneName = domainName.slice(domainName.indexOf('.') + 1) } = configuration;
  const { host = '', pathname = '' } = trustStore === undefined ? {} : new URL(trustStore);
  return {
    domainName,
    ...(certificateArn && {
      certificate: Certificate.fromCertificateArn(scope, 'DomainCertificate', certificateArn),
    }),
    ...(hostedZoneId && {
      hostedZone: HostedZone.fromHostedZoneAttributes(scope, 'HostedZone', { hostedZoneId, zoneName }),
    }),
    ...(trustStore && {
      mutualTls: {
        bucket: Bucket.fromBucketName(scope, 'TrustStore', host),
        key: pathname.slice(1),
      },
    }),
  };
}
