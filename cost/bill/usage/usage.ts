import type { PriceBook, PriceName } from '../../prices/prices.ts';
import type { Configuration, Load, Outcome, Period } from '../../workload/workload.ts';

/** Something that is billed, before it is priced. */
export interface Usage {
  readonly title: string;
  readonly name: PriceName;
  /** Quantity in the unit of the price. */
  readonly quantity: number;
  /** Calculation of the quantity, in figures. */
  readonly arithmetic: string;
  /** Whether the free tier excludes this usage. */
  readonly isNeverFree?: boolean;
}

/** Inputs of the bill of one model. */
export interface BillInput {
  readonly load: Load;
  readonly configuration: Configuration;
  readonly outcome: Outcome;
  readonly period: Period;
  readonly prices: PriceBook;
}

/** AWS's gigabyte, in which storage, logs and egress are metered. */
export const GIGABYTE = 2 ** 30;
