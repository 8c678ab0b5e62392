/** Wrong input. The message is one line that says what would be right. */
export class CostError extends Error {
  override name = 'CostError';
  readonly exitCode = 2;
}

/** A needed price has no cited source. There is no bill then, because its total would be a guess. Exit code 1. */
export class MissingPriceError extends Error {
  override name = 'MissingPriceError';
  readonly price: string;

  constructor(price: string, region: string, detail = '') {
    super(
      `No cited price "${price}" for ${region}${detail}: add it with its source and its day to cost/prices/${region}.json.`,
    );
    this.price = price;
  }
}
