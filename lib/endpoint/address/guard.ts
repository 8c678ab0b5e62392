import { Duration } from 'aws-cdk-lib';
import type { IHttpRouteAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaAuthorizer, HttpLambdaResponseType } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import type { IKey, Key } from 'aws-cdk-lib/aws-kms';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { KEY_HEADER, ORIGIN_HEADER } from '../../../functions/authorizer/authorize.ts';
import { defined } from '../../../project/defined.ts';
import { acknowledge } from '../../acknowledge.ts';
import { locateCode } from '../../deployment-artefacts.ts';
import { EnsembleFunction } from '../ensemble-function.ts';
import { type LogProps, logProps } from '../logs.ts';
import { SecretSource } from '../secret-source.ts';

/** Rules of the authorizer, and how it runs. */
export interface AccessOptions {
  /**
   * Blocks of addresses (CIDR) from which callers may come, such as `203.0.113.0/24` or `2001:db8::/32`.
   * @default - all
   */
  readonly allowedAddresses?: readonly string[];

  /**
   * Environments of the authorizer that are always warm. With 0, a caller sometimes waits for a cold start.
   * @default 0
   */
  readonly provisionedConcurrency?: number;

  /**
   * Code of the authorizer, with the handler `index.handler`.
   * @default - the code in the package; in the repository, the code that `npm run build` wrote to dist/authorizer
   */
  readonly code?: lambda.Code;

  /**
   * Callers and their keys, if keys are required: a JSON object of names and keys of at least 16 characters, `{"bank":
   * "…", "partner": ["new key", "old key"]}`. A change takes effect within ten minutes.
   * @default - a secret of the address's own, with one generated key for a caller named "caller"
   */
  readonly keys?: ISecret;

  /**
   * KMS key that encrypts the secret that is generated if `keys` is undefined.
   * @default - AWS's own key
   */
  readonly encryptionKey?: IKey | Key;
}

/** Properties of the authorizer of an address. */
export interface GuardProps extends AccessOptions, LogProps {
  readonly scheme: 'none' | 'api-key';
  /**
   * Secret that CloudFront sends in the header `x-origin-verify`, so that nobody bypasses CloudFront; undefined without
   * CloudFront.
   */
  readonly origin?: ISecret;
}

/** The function that decides for API Gateway whether a request may pass (`functions/authorizer`), and its secrets. */
export class Guard extends Construct {
  readonly authorizer: IHttpRouteAuthorizer;
  readonly function: lambda.Function;
  /** Secret with the callers' keys; undefined if no keys are required. */
  readonly keys: ISecret | undefined;

  constructor(scope: Construct, id: string, props: GuardProps) {
    super(scope, id);
    const { scheme, origin, allowedAddresses, provisionedConcurrency = 0 } = props;
    this.keys = scheme === 'none' ? undefined : (props.keys ?? generateKeys(this, props.encryptionKey));
    const sandbox = new EnsembleFunction(this, 'Function', {
      code: props.code ?? locateCode('authorizer'),
      // More memory than the function needs, because more CPU comes with it, which shortens the cold start.
      memorySize: 512,
      timeout: Duration.seconds(5),
      environment: {
        SCHEME: scheme,
        ...(this.keys && { KEYS_SECRET: this.keys.secretArn }),
        ...(origin && { ORIGIN_SECRET: origin.secretArn }),
        ...(allowedAddresses && { ALLOWED_ADDRESSES: allowedAddresses.join(',') }),
      },
      ...logProps(props),
    });
    this.function = sandbox.function;
    for (const secret of [this.keys, origin]) {
      if (secret) SecretSource.secret(secret).grantRead(sandbox.role);
    }
    const handler =
      provisionedConcurrency === 0
        ? this.function
        : new lambda.Alias(this, 'Live', {
            aliasName: 'live',
            version: this.function.currentVersion as lambda.IVersion,
            provisionedConcurrentExecutions: provisionedConcurrency,
          });
    this.authorizer = new HttpLambdaAuthorizer('Guard', handler as lambda.IFunction, {
      responseTypes: [HttpLambdaResponseType.SIMPLE],
      identitySource: identitySources(props),
      resultsCacheTtl: Duration.minutes(5),
    });
  }
}

/** Values of a request. API Gateway responds 401 if one is missing. Together they are the key of a cached decision. */
function identitySources({ scheme, origin, allowedAddresses }: GuardProps): string[] {
  return [
    ...(scheme === 'api-key' ? [`$request.header.${KEY_HEADER}`] : []),
    ...(origin ? [`$request.header.${ORIGIN_HEADER}`] : []),
    ...(allowedAddresses ? ['$context.identity.sourceIp'] : []),
  ];
}

function generateKeys(scope: Construct, encryptionKey: IKey | Key | undefined): ISecret {
  const secret = new Secret(scope, 'Keys', {
    description: 'Callers and their keys',
    ...defined({ encryptionKey: encryptionKey as IKey | undefined }),
    generateSecretString: {
      secretStringTemplate: '{}',
      generateStringKey: 'caller',
      passwordLength: 40,
      excludePunctuation: true,
    },
  });
  acknowledge(secret, {
    id: 'AwsSolutions-SMG4',
    reason: 'Callers have these keys, too, so a scheduled change would lock them out.',
  });
  return secret as ISecret;
}
