import { RemovalPolicy } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type { IKey, Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

/** Properties of a {@link ResultCache}. */
export interface ResultCacheProps {
  /**
   * Whether the responses must survive mistakes: 35 days of history, also of a table that was deleted, and the table stays when
   * its stack goes. Only a deployment that fails before there ever was a table takes it away again.
   * @default false
   */
  readonly retainData?: boolean;

  /**
   * A key that encrypts the table. Endpoints that are given the table may use it.
   * @default - AWS's own key of the account
   */
  readonly encryptionKey?: IKey | Key;
}

/**
 * The table of predictions by request id: paid by request, encrypted with a key of the account, and emptied by
 * DynamoDB itself as entries expire.
 */
export class ResponseCache extends Construct {
  readonly table: dynamodb.ITable;

  constructor(scope: Construct, id: string, { retainData = false, encryptionKey }: ResultCacheProps = {}) {
    super(scope, id);
    const table = new dynamodb.TableV2(this, 'Table', {
      partitionKey: { name: 'id', type: dynamodb.AttributeType.STRING },
      timeToLiveAttribute: 'expires',
      billing: dynamodb.Billing.onDemand(),
      encryption: dynamodb.TableEncryptionV2.awsManagedKey(),
      // DynamoDB keeps a backup of a deleted table as long as its history.
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: retainData,
        ...(retainData && { recoveryPeriodInDays: 35 }),
      },
      // No protection from deletion by DynamoDB: a first deployment that fails could not take the table back then, and
      // would leave it and a stack that cannot be deleted.
      removalPolicy: retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    this.table = encryptionKey ? withKey(table, encryptionKey as IKey) : (table as dynamodb.ITable);
    if (!retainData) {
      acknowledge(table, {
        id: 'AwsSolutions-DDB3',
        reason: 'This stage keeps nothing worth restoring: responses can be computed again at any time.',
      });
    }
  }
}

/**
 * Has a table encrypted with a key. TableV2 itself takes one in stacks of a known region only.
 *
 * @returns the table as others see it, who may use the key along with it
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
