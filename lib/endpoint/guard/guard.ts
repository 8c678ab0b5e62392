import { Duration, Validations } from 'aws-cdk-lib';
import type { IHttpRouteAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaAuthorizer, HttpLambdaResponseType } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey, Key } from 'aws-cdk-lib/aws-kms';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { KEY_HEADER, ORIGIN_HEADER } from '../../../functions/authorizer/authorize.ts';
import { locateAuthorizer } from '../../deployment-artefacts.ts';
import { EnsembleFunction } from '../ensemble-function.ts';
import type { GuardRules } from './guard-props.ts';

/** Properties of a {@link Guard}. */
export interface GuardProps extends GuardRules {
  /**
   * What CloudFront sends along in a header, so that nobody walks around it.
   * @default - requests may come from anywhere
   */
  readonly origin?: ISecret;

  /**
   * How long the authorizer's log is kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;

  /**
   * A key that encrypts it.
   * @default - AWS's own key
   */
  readonly logEncryptionKey?: IKey | Key;
}

/** The function that API Gateway asks whether a request may pass (`functions/authorizer`), and its secrets. */
export class Guard extends Construct {
  readonly authorizer: IHttpRouteAuthorizer;
  readonly function: lambda.Function;
  /** Undefined where no keys are asked for. */
  readonly keys: ISecret | undefined;

  constructor(scope: Construct, id: string, props: GuardProps) {
    super(scope, id);
    const { scheme, origin, allowedAddresses, replayWindow, provisionedConcurrency = 0 } = props;
    this.keys = scheme === 'none' ? undefined : (props.keys ?? generateKeys(this));
    const sandbox = new EnsembleFunction(this, 'Function', {
      code: props.code ?? locateAuthorizer(),
      layers: [],
      architecture: lambda.Architecture.X86_64,
      // More than it needs: with memory comes the processor, and with that the cold start is shorter.
      memorySize: 512,
      timeout: Duration.seconds(5),
      environment: {
        SCHEME: scheme,
        ...(this.keys && { KEYS_SECRET: this.keys.secretArn }),
        ...(origin && { ORIGIN_SECRET: origin.secretArn }),
        ...(allowedAddresses && { ALLOWED_ADDRESSES: allowedAddresses.join(',') }),
        ...(replayWindow && { REPLAY_WINDOW_SECONDS: String(replayWindow.toSeconds()) }),
      },
      reservedConcurrency: undefined,
      logRetention: props.logRetention ?? RetentionDays.ONE_MONTH,
      logEncryptionKey: props.logEncryptionKey as IKey | undefined,
    });
    this.function = sandbox.function;
    for (const secret of [this.keys, origin]) {
      if (!secret) continue;
      sandbox.role.addToPolicy(
        new PolicyStatement({
          actions: ['secretsmanager:GetSecretValue'],
          // Of a secret that was given by name, the last six characters of its ARN are not known.
          resources: [secret.secretFullArn ?? `${secret.secretArn}-??????`],
        }),
      );
      secret.encryptionKey?.grantDecrypt(sandbox.role);
    }
    this.authorizer = new HttpLambdaAuthorizer('Guard', this.handler(provisionedConcurrency), {
      responseTypes: [HttpLambdaResponseType.SIMPLE],
      identitySource: identitySources(props),
      // What has been decided holds for whoever sends the same again; a signature is another one every time.
      resultsCacheTtl: scheme === 'hmac' ? Duration.seconds(0) : Duration.minutes(5),
    });
  }

  private handler(provisionedConcurrentExecutions: number): lambda.IFunction {
    if (provisionedConcurrentExecutions === 0) return this.function as lambda.IFunction;
    return new lambda.Alias(this, 'Live', {
      aliasName: 'live',
      version: this.function.currentVersion as lambda.IVersion,
      provisionedConcurrentExecutions,
    }) as lambda.IFunction;
  }
}

/** Without any one of these, API Gateway answers 401 itself; together they are what a decision is remembered by. */
function identitySources({ scheme, origin, allowedAddresses }: GuardProps): string[] {
  return [
    ...(scheme === 'api-key' ? [`$request.header.${KEY_HEADER}`] : []),
    ...(scheme === 'hmac' ? ['$request.header.authorization'] : []),
    ...(origin ? [`$request.header.${ORIGIN_HEADER}`] : []),
    ...(allowedAddresses ? ['$context.identity.sourceIp'] : []),
  ];
}

function generateKeys(scope: Construct): ISecret {
  const secret = new Secret(scope, 'Keys', {
    description: 'Callers and their keys',
    generateSecretString: {
      secretStringTemplate: '{}',
      generateStringKey: 'caller',
      passwordLength: 40,
      excludePunctuation: true,
    },
  });
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason: 'Callers hold these keys, too: one that is changed on a schedule locks them out.',
  });
  return secret as ISecret;
}
