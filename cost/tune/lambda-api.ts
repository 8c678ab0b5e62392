import { LambdaError } from './errors.ts';
import type { SignedHttp } from './signed-http.ts';

/** As much of a function's configuration as tuning reads. */
export interface FunctionConfiguration {
  readonly FunctionArn: string;
  readonly Version: string;
  readonly Description?: string;
  readonly MemorySize: number;
  /** Seconds. */
  readonly Timeout: number;
  readonly Architectures?: readonly string[];
  readonly State?: string;
  readonly StateReason?: string;
  readonly LastUpdateStatus?: string;
  readonly LastUpdateStatusReason?: string;
}

export interface Invocation {
  readonly payload: string;
  /** The last 4 KB of its log. */
  readonly log: string;
  /** Set where the function itself failed. */
  readonly functionError: string | undefined;
}

/** The calls of the Lambda API (API reference, version 2015-03-31) that tuning makes, on one function. */
export class LambdaApi {
  readonly #http: SignedHttp;
  readonly #path: string;

  /** @param target name or ARN of the function */
  constructor(http: SignedHttp, target: string) {
    this.#http = http;
    this.#path = `/2015-03-31/functions/${encodeURIComponent(target)}`;
  }

  /** @param version of `$LATEST` where left out */
  async configuration(version?: string, signal?: AbortSignal): Promise<FunctionConfiguration> {
    const query = version === undefined ? {} : { Qualifier: version };
    const call = {
      method: 'GET',
      path: `${this.#path}/configuration`,
      query,
      purpose: 'read the function',
    } as const;
    return parse((await this.#http.send(call, signal)).body, 'the function');
  }

  /** Of `$LATEST`; published versions stay as they are. */
  async updateMemory(megabytes: number, signal?: AbortSignal): Promise<void> {
    const purpose = `set the memory to ${megabytes} MB`;
    const body = JSON.stringify({ MemorySize: megabytes });
    await this.#http.send({ method: 'PUT', path: `${this.#path}/configuration`, body, purpose }, signal);
  }

  /** Freezes `$LATEST`; gives the last version itself, with its own description, where nothing has changed since. */
  async publishVersion(description: string, signal?: AbortSignal): Promise<string> {
    const body = JSON.stringify({ Description: description });
    const call = {
      method: 'POST',
      path: `${this.#path}/versions`,
      body,
      purpose: 'publish a version',
    } as const;
    return parse<FunctionConfiguration>((await this.#http.send(call, signal)).body, 'the version').Version;
  }

  /** All versions, `$LATEST` among them. */
  async versions(signal?: AbortSignal): Promise<FunctionConfiguration[]> {
    const found: FunctionConfiguration[] = [];
    let marker: string | undefined;
    do {
      const query: Record<string, string> = marker === undefined ? {} : { Marker: marker };
      const call = {
        method: 'GET',
        path: `${this.#path}/versions`,
        query,
        purpose: 'list the versions',
      } as const;
      const { body } = await this.#http.send(call, signal);
      const page = parse<{ Versions: FunctionConfiguration[]; NextMarker?: string }>(body, 'the versions');
      found.push(...page.Versions);
      marker = page.NextMarker;
    } while (marker);
    return found;
  }

  async createAlias(name: string, version: string, signal?: AbortSignal): Promise<void> {
    const body = JSON.stringify({ Name: name, FunctionVersion: version });
    const purpose = `create the alias ${name}`;
    await this.#http.send({ method: 'POST', path: `${this.#path}/aliases`, body, purpose }, signal);
  }

  async deleteAlias(name: string): Promise<void> {
    const purpose = `delete the alias ${name}`;
    await this.#http.send({ method: 'DELETE', path: `${this.#path}/aliases/${name}`, purpose });
  }

  async deleteVersion(version: string): Promise<void> {
    const purpose = `delete version ${version}`;
    await this.#http.send({ method: 'DELETE', path: this.#path, query: { Qualifier: version }, purpose });
  }

  /** Invokes an alias and waits for its answer. */
  async invoke(alias: string, event: string, signal?: AbortSignal): Promise<Invocation> {
    const { headers, body } = await this.#http.send(
      {
        method: 'POST',
        path: `${this.#path}/invocations`,
        query: { Qualifier: alias },
        headers: { 'x-amz-invocation-type': 'RequestResponse', 'x-amz-log-type': 'Tail' },
        body: event,
        purpose: `invoke the alias ${alias}`,
      },
      signal,
    );
    return {
      payload: body,
      log: Buffer.from(headers.get('x-amz-log-result') ?? '', 'base64').toString('utf8'),
      functionError: headers.get('x-amz-function-error') ?? undefined,
    };
  }
}

function parse<Content>(body: string, what: string): Content {
  try {
    return JSON.parse(body) as Content;
  } catch (cause) {
    throw new LambdaError(`Lambda's answer about ${what} is no JSON.`, undefined, { cause });
  }
}
