import { Aws } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';

/**
 * A limit in AWS Budgets for everything in the account, as one for tags has no data before somebody activates them for billing: an
 * e-mail when four fifths of it are spent, and one when it will probably be exceeded.
 *
 * @param monthlyDollars what a month may cost
 */
export function addSpendingAlarm(scope: Construct, monthlyDollars: number, email: string): void {
  const subscribers = [{ subscriptionType: 'EMAIL', address: email }];
  const tell = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: {
      notificationType,
      threshold,
      thresholdType: 'PERCENTAGE',
      comparisonOperator: 'GREATER_THAN',
    },
    subscribers,
  });
  new CfnBudget(new Construct(scope, 'Spending'), 'Budget', {
    budget: {
      // Names of budgets are an account's, in all its regions.
      budgetName: `${Aws.STACK_NAME}-${Aws.REGION}`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyDollars, unit: 'USD' },
    },
    notificationsWithSubscribers: [tell('ACTUAL', 80), tell('FORECASTED', 100)],
  });
}
