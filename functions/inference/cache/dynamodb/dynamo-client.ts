/**
 * DynamoDB's own protocol (AWS JSON 1.0 over HTTP, signed), for the two calls that an answer takes: CPU is what this service
 * sells, and AWS's client takes ten times as much of it, and a tenth of a second of each cold start.
 */
import { readObject } from '../../../aws/read-object.ts';
import { serviceUrl } from '../../../aws/service-url.ts';
import { type KeySource, RequestSigner } from '../../../aws/sign-request.ts';
import { credentialsIn } from './credentials.ts';
import { KeptConnections } from './http/kept-connections.ts';

/** What the function asks of DynamoDB, and all that its role allows. */
export const OPERATIONS = ['GetItem', 'PutItem'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** A value as DynamoDB writes it. */
export type AttributeValue = { readonly S: string } | { readonly N: string };
export type Item = Readonly<Record<string, AttributeValue>>;

/** An answer of DynamoDB; `Item` is the one that was found. */
export interface DynamoAnswer {
  readonly Item?: Item;
}

const TARGET = 'DynamoDB_20120810.';
const MEDIA_TYPE = 'application/x-amz-json-1.0';

/** DynamoDB refused a call, or failed; named as it names its errors. */
export class DynamoError extends Error {
  /** The item that was in the way of a conditional write, where it was asked for. */
  readonly item: Item | undefined;

  constructor(name: string, message: string, item?: Item) {
    super(message);
    this.name = name;
    this.item = item;
  }
}

export class DynamoClient {
  readonly #signers: Readonly<Record<Operation, RequestSigner>>;
  readonly #credentials: KeySource;
  readonly #connections: KeptConnections;

  /**
   * @param environment names region, keys and endpoint as AWS's clients read them
   * @param concurrency questions that ask at once
   */
  constructor(environment: NodeJS.ProcessEnv, concurrency = 1) {
    const region = environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION ?? 'us-east-1';
    const url = serviceUrl('dynamodb', 'DYNAMODB', '/', { ...environment, AWS_REGION: region });
    this.#signers = { GetItem: signerOf('GetItem', url, region), PutItem: signerOf('PutItem', url, region) };
    this.#credentials = credentialsIn(environment);
    // One for each question, and one in reserve.
    this.#connections = new KeptConnections(url, concurrency + 1);
  }

  /**
   * One call. It knows no time limit but the caller's signal, and is not tried again.
   *
   * @throws {DynamoError} when DynamoDB answers with an error; the system's error when it cannot be reached
   */
  async call(operation: Operation, input: object, signal: AbortSignal): Promise<DynamoAnswer> {
    const body = JSON.stringify(input);
    const signed = this.#signers[operation].sign(body, await this.#credentials());
    const { status, text } = await this.#connections.post(signed, body, signal);
    const answer = readObject(text);
    if (status === 200 && answer) return answer as DynamoAnswer;
    throw errorOf(status, answer ?? {});
  }

  destroy(): void {
    this.#connections.destroy();
  }
}

function signerOf(operation: Operation, url: URL, region: string): RequestSigner {
  const headers = { 'content-type': MEDIA_TYPE, 'x-amz-target': TARGET + operation };
  return new RequestSigner({ method: 'POST', url, headers }, { region, service: 'dynamodb' });
}

/** Names of errors come with the service's in front: `com.amazonaws.dynamodb.v20120810#ThrottlingException`. */
function errorOf(status: number, { __type, message, Message, Item }: Record<string, unknown>): DynamoError {
  const name = typeof __type === 'string' ? __type.slice(__type.lastIndexOf('#') + 1) : 'DynamoError';
  return new DynamoError(
    name,
    String(message ?? Message ?? `DynamoDB answers ${status}`),
    Item as Item | undefined,
  );
}
