import { Arn, ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { AddressSettings } from './configuration/address-settings.ts';
import type { ServiceSettings } from './configuration/service-configuration.ts';
import { defined } from './defined.ts';
import type { EndpointDomainProps } from './endpoint/domain.ts';
import { EndpointAccess } from './endpoint/endpoint-access.ts';
import type { GuardOptions, KeyOptions } from './endpoint/guard.ts';
import type { HttpEndpointProps } from './endpoint/http-endpoint-props.ts';

/**
 * The properties of a service's address, as a configuration has them.
 *
 * @param scope where what the configuration names is imported
 * @param authorizer code; undefined: what has been built
 * @param key the one that the configuration names
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
    // RetentionDays numbers its members by their days.
    logRetention: configuration.logRetentionDays,
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
  key: IKey | undefined,
): EndpointAccess {
  const { access, secretPath, jwtIssuer = '', jwtAudience = '', replayWindowSeconds } = configuration;
  const options: GuardOptions = defined({
    code,
    provisionedConcurrency: configuration.authorizerProvisionedConcurrency,
    allowedAddresses: configuration.allowedAddresses?.split(','),
  });
  const keyOptions = () => ({ ...options, ...readKeys(scope, configuration, key) });
  switch (access) {
    case 'iam':
      return EndpointAccess.iam();
    case 'jwt':
      return EndpointAccess.jwt(jwtIssuer, jwtAudience);
    case 'api-key':
      return EndpointAccess.apiKey(keyOptions());
    case 'hmac': {
      const replayWindow =
        replayWindowSeconds === undefined ? undefined : Duration.seconds(replayWindowSeconds);
      return EndpointAccess.hmac({ ...keyOptions(), ...defined({ replayWindow }) });
    }
    case 'open':
      return EndpointAccess.open(secretPath, options);
  }
}

/** Where the keys of callers are; a given secret may be encrypted with the configuration's key as one that is made. */
function readKeys(
  scope: Construct,
  { accessSecret }: AddressSettings,
  encryptionKey: IKey | undefined,
): Pick<KeyOptions, 'keys' | 'encryptionKey'> {
  if (accessSecret === undefined) return defined({ encryptionKey });
  const secretPartialArn = Arn.format(
    {
      service: 'secretsmanager',
      resource: 'secret',
      resourceName: accessSecret,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    },
    Stack.of(scope),
  );
  const arn = accessSecret.startsWith('arn:') ? { secretCompleteArn: accessSecret } : { secretPartialArn };
  const keys = Secret.fromSecretAttributes(scope, 'AccessSecret', { ...arn, ...defined({ encryptionKey }) });
  return { keys: keys as ISecret };
}

function readDomain(scope: Construct, configuration: AddressSettings): EndpointDomainProps | undefined {
  const { domainName, certificateArn, hostedZoneId, trustStore, trustStoreVersion } = configuration;
  if (domainName === undefined) return undefined;
  const { hostedZoneName: zoneName = domainName.slice(domainName.indexOf('.') + 1) } = configuration;
  const version = defined({ version: trustStoreVersion });
  return {
    domainName,
    ...defined({
      certificate:
        certificateArn && Certificate.fromCertificateArn(scope, 'DomainCertificate', certificateArn),
      hostedZone:
        hostedZoneId && HostedZone.fromHostedZoneAttributes(scope, 'HostedZone', { hostedZoneId, zoneName }),
      mutualTls: trustStore && {
        bucket: Bucket.fromBucketName(scope, 'TrustStore', new URL(trustStore).host),
        key: new URL(trustStore).pathname.slice(1),
        ...version,
      },
    }),
  } as EndpointDomainProps;
}
