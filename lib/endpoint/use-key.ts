import { Stack } from 'aws-cdk-lib';
import { type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';

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
