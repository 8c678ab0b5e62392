import type { PriceBook, PriceName } from '../../prices/prices.ts';
import type { Configuration, Load, Outcome, Period } from '../../workload/workload.ts';

/** Something that is billed, before it is priced. */
export interface Usage {
  readonly title: string;
  readonly name: PriceName;
  /** In the unit of the price. */
  readonly quantity: number;
  /** How the quantity comes about, in figures. */
  readonly arithmetic: string;
  /** Whether the free tier leaves it out. */
  readonly isNeverFree?: boolean;
}

/** Everything the bill of one model is made of. */
export interface BillInput {
  readonly load: Load;
  readonly configuration: Configuration;
  readonly outcome: Outcome;
  readonly period: Period;
  readonly prices: PriceBook;
}

/** AWS's gigabyte, in which storage, logs and egress are metered. */
export const GIGABYTE = 2 ** 30;
