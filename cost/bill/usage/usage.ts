import type { PriceName } from '../../prices/price-names.ts';

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
