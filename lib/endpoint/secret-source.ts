import { Stack } from 'aws-cdk-lib';
import { type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { colonArn, isParameter } from '../names.ts';

/** The services that keep secrets, as their names stand in addresses. */
export type SecretService = 'ssm' | 'secretsmanager';

/** Where a function finds a secret when it starts: only its name stands in the template and among the variables. */
export class SecretSource {
  /** A secret of Secrets Manager, which can change it by itself. $0.40 a month. */
  static secret(secret: ISecret | Secret): SecretSource {
    const { secretArn, secretFullArn, encryptionKey } = secret;
    // Of a secret that was given by name, the last six characters of its ARN are not known.
    const resource = () => secretFullArn ?? `${secretArn}-??????`;
    return new SecretSource(secretArn, 'secretsmanager', encryptionKey, resource);
  }

  /**
   * Of the stack's account and region: a parameter of Parameter Store where the name begins with a slash (a SecureString, which
   * costs nothing), else a secret of Secrets Manager.
   *
   * @param encryptionKey the key of its owner. @default - AWS's own
   */
  static named(name: string, encryptionKey?: IKey | Key): SecretSource {
    if (isParameter(name)) {
      const parameter = { service: 'ssm', resource: 'parameter', resourceName: name.slice(1) };
      return new SecretSource(name, 'ssm', encryptionKey, (stack) => stack.formatArn(parameter));
    }
    const secret = (stack: Stack) => colonArn(stack, 'secretsmanager', 'secret', `${name}-??????`);
    return new SecretSource(name, 'secretsmanager', encryptionKey, secret);
  }

  /** What the function requests: name or ARN. */
  readonly id: string;
  /** The service that keeps it, and opens it with the key. */
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

  /** Lets a role read this secret, and have it opened with its key. */
  grantRead(role: IRole): void {
    const action = this.service === 'ssm' ? 'ssm:GetParameter' : 'secretsmanager:GetSecretValue';
    const resources = [this.#resource(Stack.of(role))];
    role.addToPrincipalPolicy(new PolicyStatement({ actions: [action], resources }));
    if (this.#key) useKey(role, this.#key, this.service, ['Decrypt']);
  }
}

/**
 * Lets a role use a key through one service of AWS, and in no other way.
 *
 * @param service as its name stands in addresses, such as `dynamodb`
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
