import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { AttributeType, Billing, type ITable, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';

/** Properties of a {@link ResultCache}. */
export interface ResultCacheProps {
  /**
   * Whether the answers must survive mistakes: 35 days of history, protection from deletion, and the table
   * stays when its stack goes.
   * @default false
   */
  readonly retainData?: boolean;
}

/**
 * The table of predictions by request id: paid by request, encrypted with a key of the account, and emptied by
 * DynamoDB itself as entries expire.
 */
export class ResultCache extends Construct {
  readonly table: ITable;

  constructor(scope: Construct, id: string, { retainData = false }: ResultCacheProps = {}) {
    super(scope, id);
    const table = new TableV2(this, 'Table', {
      partitionKey: { name: 'id', type: AttributeType.STRING },
      timeToLiveAttribute: 'expires',
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.awsManagedKey(),
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: retainData,
        ...(retainData && { recoveryPeriodInDays: 35 }),
      },
      deletionProtection: retainData,
      removalPolicy: retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    // As an interface: the class is not assignable to it under exactOptionalPropertyTypes.
    this.table = table as ITable;
    if (!retainData) {
      Validations.of(table).acknowledge({
        id: 'AwsSolutions-DDB3',
        reason: 'This stage keeps nothing worth restoring: answers can be computed again at any time.',
      });
    }
  }
}
