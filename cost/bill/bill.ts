import { type Period, requestCount } from '../workload/workload.ts';
import { type Allowance, type Line, type ModelUsage, priceUsages } from './line.ts';
import { authorizerUsage } from './usage/authorizer.ts';
import { cloudwatchUsage } from './usage/cloudwatch.ts';
import { gatewayUsage } from './usage/gateway.ts';
import { lambdaUsage } from './usage/lambda.ts';
import { type ManagedUse, managedInstancesUsage } from './usage/managed-instances.ts';
import { tableUsage } from './usage/table.ts';
import type { BillInput, Usage } from './usage/usage.ts';

/** Inputs of one model's part of a bill. */
export interface ModelBillInput extends BillInput {
  /** The model's name, if the service has several models. */
  readonly model?: string;
  /** The model's Managed Instances, if it runs on them. */
  readonly managed?: ManagedUse;
}

export interface Bill {
  readonly region: string;
  readonly period: Period;
  readonly lines: readonly Line[];
  readonly dollars: number;
  readonly requests: number;
  readonly perMillionRequests: number;
  /** Dollars of the period, divided by the load in requests per second. */
  readonly perRequestPerSecond: number;
}

/**
 * The bill of a period at list prices, without free tier, savings plan or tax.
 * @throws MissingPriceError when a needed price has no citation.
 */
export function bill(input: BillInput): Bill {
  return serviceBill([input]);
}

/**
 * The bill of several models of one account and region, which share price tiers and free tier.
 * @param allowances the free tier. @default none
 * @throws MissingPriceError when a needed price has no citation.
 */
export function serviceBill(
  models: readonly [ModelBillInput, ...ModelBillInput[]],
  allowances: readonly Allowance[] = [],
): Bill {
  const [{ prices, period }] = models;
  const usages = models.flatMap((input) => modelUsages(input));
  const lines = priceUsages(usages, prices, allowances);
  const dollars = lines.reduce((sum, line) => sum + line.dollars, 0);
  const requests = models.reduce((sum, input) => sum + requestCount(input.load, input.period), 0);
  const ratePerSecond = models.reduce((sum, { load }) => sum + load.ratePerSecond, 0);
  return {
    region: prices.region,
    period,
    lines,
    dollars,
    requests,
    perMillionRequests: (dollars / requests) * 1e6,
    perRequestPerSecond: dollars / ratePerSecond,
  };
}

function modelUsages(input: ModelBillInput): ModelUsage[] {
  const { model, managed } = input;
  const compute: Usage[] = managed ? managedInstancesUsage(input, managed) : lambdaUsage(input);
  const usages = [
    ...compute,
    ...authorizerUsage(input),
    ...gatewayUsage(input),
    ...tableUsage(input),
    ...cloudwatchUsage(input),
  ];
  return model === undefined ? usages : usages.map((usage) => ({ ...usage, model }));
}
