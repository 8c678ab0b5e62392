import {
  CreateAliasCommand,
  DeleteAliasCommand,
  DeleteFunctionCommand,
  type FunctionConfiguration,
  GetFunctionConfigurationCommand,
  InvokeCommand,
  LambdaClient,
  PublishVersionCommand,
  paginateListVersionsByFunction,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import { LambdaError } from './errors.ts';
import { explain } from './explain.ts';

/** A configuration that says what tuning cannot do without. */
export type TunedFunction = FunctionConfiguration & { readonly MemorySize: number; readonly Timeout: number };

export interface Invocation {
  readonly payload: string;
  /** The last 4 KB of its log. */
  readonly log: string;
  /** Set where the function itself failed. */
  readonly functionError: string | undefined;
}

export interface LambdaApiOptions {
  readonly region: string;
  /** @default AWS's own of the region */
  readonly endpoint: string | undefined;
  /** Milliseconds for one attempt. */
  readonly timeout: number;
}

/** Throttling, 5xx, broken connections and time-outs are tried again. */
const ATTEMPTS = 5;

/**
 * The calls of the Lambda API that tuning makes, on one function, with the credentials of the usual places. Each throws
 * a LambdaError that names it, or an AbortError where its signal ended it.
 */
export class LambdaApi {
  readonly #client: LambdaClient;
  readonly #target: { readonly FunctionName: string };
  readonly #timeout: number;

  /** @param target name or ARN of the function */
  constructor(target: string, { region, endpoint, timeout }: LambdaApiOptions) {
    this.#target = { FunctionName: target };
    this.#timeout = timeout;
    this.#client = new LambdaClient({
      region,
      ...(endpoint !== undefined && { endpoint }),
      maxAttempts: ATTEMPTS,
      requestHandler: {
        requestTimeout: timeout,
        throwOnRequestTimeout: true,
        // The time-out above ends with an answer's headers; this one holds for its body.
        socketTimeout: timeout,
      },
    });
  }

  /** @param version of `$LATEST` where left out */
  async configuration(version?: string, signal?: AbortSignal): Promise<TunedFunction> {
    const command = new GetFunctionConfigurationCommand({ ...this.#target, Qualifier: version });
    const found = await this.#named('read the function', this.#client.send(command, endedBy(signal)));
    const { MemorySize, Timeout } = found;
    if (MemorySize === undefined || Timeout === undefined) {
      throw new LambdaError('Cannot read the function: Lambda does not say its memory and time-out.');
    }
    return { ...found, MemorySize, Timeout };
  }

  /** Of `$LATEST`; published versions stay as they are. */
  async updateMemory(megabytes: number, signal?: AbortSignal): Promise<void> {
    const command = new UpdateFunctionConfigurationCommand({ ...this.#target, MemorySize: megabytes });
    await this.#named(`set the memory to ${megabytes} MB`, this.#client.send(command, endedBy(signal)));
  }

  /** Freezes `$LATEST`; gives the last version itself, with its own description, where nothing has changed since. */
  async publishVersion(description: string, signal?: AbortSignal): Promise<string> {
    const command = new PublishVersionCommand({ ...this.#target, Description: description });
    const { Version } = await this.#named('publish a version', this.#client.send(command, endedBy(signal)));
    if (Version === undefined) {
      throw new LambdaError('Cannot publish a version: Lambda does not say its number.');
    }
    return Version;
  }

  /** The versions so described. */
  async versionsDescribedAs(description: string): Promise<string[]> {
    const found: FunctionConfiguration[] = [];
    const pages = paginateListVersionsByFunction({ client: this.#client }, this.#target);
    const collect = async () => {
      for await (const { Versions = [] } of pages) {
        found.push(...Versions);
      }
    };
    await this.#named('list the versions', collect());
    return found.flatMap(({ Version, Description }) =>
      Version !== undefined && Description === description ? [Version] : [],
    );
  }

  async createAlias(name: string, version: string, signal?: AbortSignal): Promise<void> {
    const command = new CreateAliasCommand({ ...this.#target, Name: name, FunctionVersion: version });
    await this.#named(`create the alias ${name}`, this.#client.send(command, endedBy(signal)));
  }

  async deleteAlias(name: string): Promise<void> {
    const command = new DeleteAliasCommand({ ...this.#target, Name: name });
    await this.#named(`delete the alias ${name}`, this.#client.send(command));
  }

  async deleteVersion(version: string): Promise<void> {
    const command = new DeleteFunctionCommand({ ...this.#target, Qualifier: version });
    await this.#named(`delete version ${version}`, this.#client.send(command));
  }

  /** Invokes an alias and waits for its answer. */
  async invoke(alias: string, event: string, signal?: AbortSignal): Promise<Invocation> {
    const command = new InvokeCommand({
      ...this.#target,
      Qualifier: alias,
      Payload: event,
      LogType: 'Tail',
    });
    const {
      Payload,
      LogResult = '',
      FunctionError,
    } = await this.#named(`invoke the alias ${alias}`, this.#client.send(command, endedBy(signal)));
    return {
      payload: Payload?.transformToString() ?? '',
      log: Buffer.from(LogResult, 'base64').toString('utf8'),
      functionError: FunctionError,
    };
  }

  async #named<Output>(purpose: string, call: Promise<Output>): Promise<Output> {
    try {
      return await call;
    } catch (error) {
      throw explain(purpose, error as Error, this.#timeout);
    }
  }
}

function endedBy(signal: AbortSignal | undefined) {
  return signal ? { abortSignal: signal } : {};
}
