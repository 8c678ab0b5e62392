import { Arn, ArnFormat, Stack } from 'aws-cdk-lib';
import { type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { isParameter } from '../is-parameter.ts';

/** The services that keep secrets, as their names stand in addresses. */
export type SecretService = 'ssm' | 'secretsmanager';

/** What a role is allowed for a secret to be read. */
interface Leave {
  readonly action: string;
  readonly resource: (stack: Stack) => string;
  /** Which keeps it, and opens it with the key. */
  readonly service: SecretService;
}

/** Where a function finds a secret when it starts: only its name stands in the template and among the variables. */
export class SecretSource {
  /**
   * A parameter of Parameter Store, a SecureString. Costs nothing.
   *
   * @param name with the slash that it begins with
   * @param encryptionKey the key of its owner. @default - AWS's own
   */
  static parameter(name: string, encryptionKey?: IKey | Key): SecretSource {
    return new SecretSource(name, encryptionKey as IKey | undefined, {
      action: 'ssm:GetParameter',
      service: 'ssm',
      resource: (stack) =>
        Arn.format({ service: 'ssm', resource: 'parameter', resourceName: name.slice(1) }, stack),
    });
  }

  /** A secret of Secrets Manager, which can change it by itself. $0.40 a month. */
  static secret(secret: ISecret | Secret): SecretSource {
    const { secretArn, secretFullArn, encryptionKey } = secret;
    // Of a secret that was given by name, the last six characters of its ARN are not known.
    return SecretSource.#managed(secretArn, () => secretFullArn ?? `${secretArn}-??????`, encryptionKey);
  }

  /**
   * A parameter where the name begins with a slash, else a secret of Secrets Manager, both of the stack's account and region.
   *
   * @param encryptionKey the key of its owner. @default - AWS's own
   */
  static named(name: string, encryptionKey?: IKey | Key): SecretSource {
    if (isParameter(name)) return SecretSource.parameter(name, encryptionKey);
    const resource = (stack: Stack) =>
      Arn.format(
        {
          service: 'secretsmanager',
          resource: 'secret',
          resourceName: `${name}-??????`,
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        },
        stack,
      );
    return SecretSource.#managed(name, resource, encryptionKey as IKey | undefined);
  }

  static #managed(id: string, resource: Leave['resource'], key: IKey | undefined): SecretSource {
    return new SecretSource(id, key, {
      action: 'secretsmanager:GetSecretValue',
      service: 'secretsmanager',
      resource,
    });
  }

  /** What the function requests: name or ARN. */
  readonly id: string;
  readonly #key: IKey | undefined;
  readonly #leave: Leave;

  private constructor(id: string, key: IKey | undefined, leave: Leave) {
    this.id = id;
    this.#key = key;
    this.#leave = leave;
  }

  /** The service that keeps it. */
  get service(): SecretService {
    return this.#leave.service;
  }

  /** Lets a role read this secret, and have it opened with its key. */
  grantRead(role: IRole): void {
    const stack = Stack.of(role);
    const { action, resource, service } = this.#leave;
    role.addToPrincipalPolicy(new PolicyStatement({ actions: [action], resources: [resource(stack)] }));
    if (!this.#key) return;
    role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['kms:Decrypt'],
        resources: [this.#key.keyArn],
        conditions: { StringEquals: { 'kms:ViaService': `${service}.${stack.region}.${stack.urlSuffix}` } },
      }),
    );
  }
}
