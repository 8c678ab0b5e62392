import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContractRequest } from '../../functions/inference/contracts/client.ts';
import { Environment } from '../../local/environments/environment.ts';
import type { Outcome } from '../../local/environments/invocation.ts';
import { TextParts } from '../../local/http/text-parts.ts';
import { newFolder } from './scratch.ts';

/** Milliseconds an emulated processor may take for what takes a real one a hundredth of it. */
const patience = 120_000;

/** One execution environment of a sandbox, without the gateway before it and its limits on time. */
export class EmulatedFunction {
  readonly #log = join(newFolder(), 'function.log');
  readonly #output = openSync(this.#log, 'a');
  readonly #environment: Environment;
  readonly #ended = Promise.withResolvers<void>();

  /** Resolves when the function waits for its first request. */
  static start(command: readonly string[]): Promise<EmulatedFunction> {
    return new Promise((resolve, reject) => {
      const emulated: EmulatedFunction = new EmulatedFunction(command, () => resolve(emulated), reject);
    });
  }

  private constructor(command: readonly string[], ready: () => void, failed: (error: Error) => void) {
    const plan = {
      command,
      taskRoot: '/',
      variables: {
        PATH: process.env.PATH,
        _HANDLER: 'index.handler',
        AWS_LAMBDA_FUNCTION_NAME: 'emulated',
        AWS_LAMBDA_FUNCTION_VERSION: '1',
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1769',
        BUDGET_MILLISECONDS: String(patience),
        UV_THREADPOOL_SIZE: '1',
        VIPS_CONCURRENCY: '1',
      },
      output: this.#output,
      logFile: this.#log,
      functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:emulated:live',
      concurrency: 1,
      functionTimeoutMilliseconds: patience,
      initializationTimeoutMilliseconds: patience,
    };
    this.#environment = new Environment(1, 'provisioned-concurrency', plan, {
      free: ready,
      gone: (_, reason) => {
        failed(new Error(`${reason}\n${readFileSync(this.#log, 'utf8')}`));
        this.#ended.resolve();
      },
    });
  }

  /** Sends a request to the function. @returns the JSON of the response */
  async send({ method, path, headers, body }: ContractRequest): Promise<unknown> {
    const requestId = randomUUID();
    const event = {
      version: '2.0',
      rawPath: path,
      rawQueryString: '',
      headers,
      requestContext: { requestId, http: { method, path }, timeEpoch: Date.now() },
      body: typeof body === 'string' ? body : Buffer.from(body).toString('base64'),
      isBase64Encoded: typeof body !== 'string',
    };
    const outcome = await new Promise<Outcome>((settle) => {
      this.#environment.run({
        requestId,
        event: new TextParts(Buffer.from(JSON.stringify(event))),
        traceId: 'Root=1-00000000-000000000000000000000000',
        arrival: performance.now(),
        spillOver: false,
        settle,
      });
    });
    if (!outcome.answered) throw new Error(`${outcome.failure}\n${readFileSync(this.#log, 'utf8')}`);
    const { statusCode, body: text } = JSON.parse(outcome.payload.toString('utf8'));
    if (statusCode !== 200) throw new Error(`${statusCode}: ${text}`);
    return JSON.parse(text);
  }

  async stop(): Promise<void> {
    this.#environment.kill('the test is over');
    await this.#ended.promise;
    closeSync(this.#output);
  }
}
