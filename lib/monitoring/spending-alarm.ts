import { Aws } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';

/**
 * A monthly limit in AWS Budgets for the whole account: one e-mail when four fifths of it are spent, and one when the
 * forecast exceeds it. A limit by tags would have no data before the tags are activated for billing.
 *
 * @param monthlyDollars limit of a month's cost
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
      // The region is part of the name, because budget names are unique in the account.
      budgetName: `${Aws.STACK_NAME}-${Aws.REGION}`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyDollars, unit: 'USD' },
    },
    notificationsWithSubscribers: [tell('ACTUAL', 80), tell('FORECASTED', 100)],
  });
}
