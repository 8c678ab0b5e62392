import { RemovalPolicy } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type { IKey, Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

export interface ResponseCacheProps {
  /**
   * Whether to protect the responses against mistakes. Then a table that was changed or deleted can be restored for 35 days, and
   * the table stays when its stack is deleted. Only a failed deployment that created the table deletes it again.
   * @default false
   */
  readonly retainData?: boolean;

  /**
   * Key that encrypts the table. Endpoints with this table get permission to use the key.
   * @default - the account's key that AWS manages for DynamoDB
   */
  readonly encryptionKey?: IKey | Key;
}

/**
 * The table of responses by request id. It is encrypted, and billed by request. DynamoDB itself deletes expired entries.
 */
export class ResponseCache extends Construct {
  readonly table: dynamodb.ITable;

  constructor(scope: Construct, id: string, { retainData = false, encryptionKey }: ResponseCacheProps = {}) {
    super(scope, id);
    const table = new dynamodb.TableV2(this, 'Table', {
      partitionKey: { name: 'id', type: dynamodb.AttributeType.STRING },
      timeToLiveAttribute: 'expires',
      billing: dynamodb.Billing.onDemand(),
      encryption: dynamodb.TableEncryptionV2.awsManagedKey(),
      // With `retainData`, any state of the last 35 days can be restored. A backup of a deleted table is also kept for 35 days.
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: retainData,
        ...(retainData && { recoveryPeriodInDays: 35 }),
      },
      // DynamoDB's deletion protection is off. With it, a first deployment that fails could not delete the table, and then the
      // stack could not be deleted either.
      removalPolicy: retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    this.table = encryptionKey ? withKey(table, encryptionKey as IKey) : (table as dynamodb.ITable);
    if (!retainData) {
      acknowledge(table, {
        id: 'AwsSolutions-DDB3',
        reason: 'The table needs no backup, because its responses can be computed again at any time.',
      });
    }
  }
}

/**
 * Encrypts a table with a key. TableV2 itself accepts a key only in stacks of a known region. @returns the table with its
 * `encryptionKey`, from which an endpoint knows that its function needs permission to use the key
 */
function withKey(table: dynamodb.TableV2, encryptionKey: IKey): dynamodb.ITable {
  const resource = table.node.defaultChild as dynamodb.CfnGlobalTable;
  resource.addPropertyOverride('Replicas.0.SSESpecification', { KMSMasterKeyId: encryptionKey.keyArn });
  const { tableName } = table;
  return dynamodb.TableV2.fromTableAttributes(table, 'WithKey', {
    tableName,
    encryptionKey,
  }) as dynamodb.ITable;
}
