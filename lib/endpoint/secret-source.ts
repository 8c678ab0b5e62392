import { Stack } from 'aws-cdk-lib';
import { type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { isParameter } from '../configuration/aws-names.ts';
import { colonArn } from '../names.ts';

/** The services that store secrets, by their names in AWS's addresses, such as `ssm.eu-west-1.amazonaws.com`. */
export type SecretService = 'ssm' | 'secretsmanager';

/**
 * A secret that a function reads when it starts. The template and the variables contain only the name or the ARN of the secret.
 */
export class SecretSource {
  /** A secret of Secrets Manager, which can rotate it. It costs $0.40 a month. */
  static secret(secret: ISecret | Secret): SecretSource {
    const { secretArn, secretFullArn, encryptionKey } = secret;
    // For a secret given by name, the last six characters of its ARN are unknown.
    const resource = () => secretFullArn ?? `${secretArn}-??????`;
    return new SecretSource(secretArn, 'secretsmanager', encryptionKey, resource);
  }

  /**
   * A secret of the stack's account and region. If the name begins with a slash, it is a SecureString in Parameter Store
   * (free of charge), else a secret of Secrets Manager.
   *
   * @param encryptionKey your own key that encrypts the secret. @default - AWS's own key
   */
  static named(name: string, encryptionKey?: IKey | Key): SecretSource {
    if (isParameter(name)) {
      const parameter = { service: 'ssm', resource: 'parameter', resourceName: name.slice(1) };
      return new SecretSource(name, 'ssm', encryptionKey, (stack) => stack.formatArn(parameter));
    }
    const secret = (stack: Stack) => colonArn(stack, 'secretsmanager', 'secret', `${name}-??????`);
    return new SecretSource(name, 'secretsmanager', encryptionKey, secret);
  }

  /** Name or ARN by which the function requests the secret. */
  readonly id: string;
  /** The service that stores the secret, and decrypts it with the key. */
  readonly service: SecretService;
  readonly #key: IKey | undefined;
  readonly #resource: (stack: Stack) => string;

  private constructor(
    id: string,
    service: SecretService,
    key: IKey | Key | undefined,
    resource: (stack: Stack) => string,
  ) {
    this.id = id;
    this.service = service;
    this.#key = key as IKey | undefined;
    this.#resource = resource;
  }

  /** Permits a role to read this secret, decrypted with its key. */
  grantRead(role: IRole): void {
    const action = this.service === 'ssm' ? 'ssm:GetParameter' : 'secretsmanager:GetSecretValue';
    const resources = [this.#resource(Stack.of(role))];
    role.addToPrincipalPolicy(new PolicyStatement({ actions: [action], resources }));
    if (this.#key) useKey(role, this.#key, this.service, ['Decrypt']);
  }
}

/**
 * Permits a role to use a key, through one AWS service only.
 *
 * @param service name of the service in AWS's addresses, such as `dynamodb`
 * @param actions of KMS, such as `Decrypt`
 * @param onlyIf further conditions
 */
export function useKey(
  role: IRole,
  key: IKey,
  service: string,
  actions: readonly string[],
  onlyIf: Readonly<Record<string, object>> = {},
): void {
  const { region, urlSuffix } = Stack.of(role);
  role.addToPrincipalPolicy(
    new PolicyStatement({
      actions: actions.map((name) => `kms:${name}`),
      resources: [key.keyArn],
      conditions: { StringEquals: { 'kms:ViaService': `${service}.${region}.${urlSuffix}` }, ...onlyIf },
    }),
  );
}
