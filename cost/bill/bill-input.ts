import type { PriceBook } from '../prices/price-book.ts';
import type { Configuration, Load, Outcome, Period } from '../workload/workload.ts';

/** Everything the bill of one task is made of. */
export interface BillInput {
  readonly load: Load;
  readonly configuration: Configuration;
  readonly outcome: Outcome;
  readonly period: Period;
  readonly prices: PriceBook;
}
