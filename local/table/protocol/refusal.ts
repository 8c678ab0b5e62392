/** What DynamoDB refuses a call with, as it names and words it. */
const SERVICES = {
  ConditionalCheckFailedException: 'com.amazonaws.dynamodb.v20120810',
  ResourceNotFoundException: 'com.amazonaws.dynamodb.v20120810',
  SerializationException: 'com.amazon.coral.service',
  UnknownOperationException: 'com.amazon.coral.service',
  UnrecognizedClientException: 'com.amazon.coral.service',
  ValidationException: 'com.amazon.coral.validate',
} as const;

/** A call that is not done. */
export class Refusal extends Error {
  override readonly name: keyof typeof SERVICES;
  readonly #item: string | undefined;

  /** @param item JSON of the item that was in the way of a conditional write, where it was asked for */
  constructor(name: keyof typeof SERVICES, message: string, item?: string) {
    super(message);
    this.name = name;
    this.#item = item;
  }

  /** As it is answered. */
  get json(): string {
    const type = `${SERVICES[this.name]}#${this.name}`;
    const item = this.#item === undefined ? '' : `,"Item":${this.#item}`;
    return `{"__type":"${type}","message":${JSON.stringify(this.message)}${item}}`;
  }
}
