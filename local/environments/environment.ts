import type { ChildProcess } from 'node:child_process';
import type { EnvironmentPlan, InitializationType } from './environment-plan.ts';
import { startProcess } from './environment-process.ts';
import { describeReport } from './error-report.ts';
import { failed, type Invocation, type Outcome } from './invocation.ts';
import { RuntimeApi } from './runtime/runtime-api.ts';

/** Where an environment reports its changes. */
export interface EnvironmentListener {
  /** It waits for a request: for the first time, or because the previous one is done. */
  free(environment: Environment, busyMilliseconds: number | undefined): void;
  /** Its process has ended, for this reason, and this request has got no answer from it. Called exactly once. */
  gone(environment: Environment, reason: string, unanswered: Invocation | undefined): void;
}

/** One Lambda sandbox: a process that serves one request at a time through a Runtime API of its own. */
export class Environment {
  readonly number: number;
  readonly initializationType: InitializationType;
  /** Whether it has ever been ready for a request. */
  ready = false;
  readonly #plan: EnvironmentPlan;
  readonly #listener: EnvironmentListener;
  readonly #api: RuntimeApi;
  #child: ChildProcess | undefined;
  /** The request whose answer is outstanding. */
  #current: Invocation | undefined;
  /** The request it is not done with: as on Lambda, until it asks for the next. */
  #unfinished: Invocation | undefined;
  #startedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #end: { reason: string; timedOut: boolean } | undefined;
  #gone = false;

  constructor(
    number: number,
    type: InitializationType,
    plan: EnvironmentPlan,
    listener: EnvironmentListener,
  ) {
    this.number = number;
    this.initializationType = type;
    this.#plan = plan;
    this.#listener = listener;
    this.#api = new RuntimeApi({
      next: () => this.#free(),
      lost: () => this.kill('it closed its connection to the Runtime API'),
      response: (id, payload) =>
        this.#settle(id, payload ? { answered: true, payload } : failed('invalid-function-answer')),
      error: (id) => this.#settle(id, failed('function-error')),
      initializationError: (report) => this.kill(describeReport(report)),
      linesLost: (count) => plan.linesLost?.(count),
    });
    this.#start().catch((error: Error) => this.#cannotStart(error));
  }

  /** Process id, undefined before the process has started. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Whether it can take no further request because its process is ending. */
  get ending(): boolean {
    return this.#end !== undefined || this.#gone;
  }

  /** Starts work on a request; only for an environment that has reported itself free. */
  run(invocation: Invocation): void {
    const { functionArn, functionTimeoutMilliseconds: timeout } = this.#plan;
    this.#current = invocation;
    this.#unfinished = invocation;
    this.#startedAt = performance.now();
    invocation.environment = this.number;
    // A machine that stalls delays us as much as the function: an answer that has come by now is taken first.
    this.#timer = setTimeout(() => setImmediate(() => this.#timeOut(invocation)), timeout);
    const { requestId, traceId } = invocation;
    this.#api.deliver(invocation.event, { requestId, traceId, functionArn, deadline: Date.now() + timeout });
  }

  /** Ends the process at once. */
  kill(reason: string): void {
    this.#kill(reason, false);
  }

  #kill(reason: string, timedOut: boolean): void {
    this.#end ??= { reason, timedOut };
    this.#child?.kill('SIGKILL');
  }

  async #start(): Promise<void> {
    const { logFile, initializationTimeoutMilliseconds: timeout } = this.#plan;
    const address = await this.#api.listen();
    if (this.#end) {
      this.#finish(this.#end.reason);
      return;
    }
    this.#child = startProcess(this.#plan, {
      AWS_LAMBDA_RUNTIME_API: address,
      AWS_LAMBDA_INITIALIZATION_TYPE: this.initializationType,
      AWS_LAMBDA_LOG_STREAM_NAME: `environment/${this.number}`,
    });
    // Which failures come as an event and which are thrown is Node's choice.
    this.#child.once('error', (error) => this.#cannotStart(error));
    this.#child.once('exit', (code, signal) =>
      this.#finish(`its process ended with ${signal ?? `code ${code}`}, see ${logFile}`),
    );
    this.#timer = setTimeout(() => this.kill(`it was not ready within ${timeout} ms`), timeout);
  }

  #cannotStart({ message }: Error): void {
    const { command, taskRoot } = this.#plan;
    this.#finish(`cannot run ${command.join(' ')} in ${taskRoot}: ${message}`);
  }

  #timeOut(invocation: Invocation): void {
    if (this.#unfinished !== invocation) return;
    this.#kill(`it was not done within ${this.#plan.functionTimeoutMilliseconds} ms`, true);
  }

  #free(): void {
    if (this.#end) return;
    clearTimeout(this.#timer);
    this.#unfinished = undefined;
    if (this.#current) this.#settle(this.#current.requestId, failed('invalid-function-answer'));
    const busy = this.ready ? performance.now() - this.#startedAt : undefined;
    this.ready = true;
    this.#listener.free(this, busy);
  }

  #settle(requestId: string, outcome: Outcome): boolean {
    const invocation = this.#current;
    if (invocation?.requestId !== requestId) return false;
    this.#current = undefined;
    invocation.settle(outcome);
    return true;
  }

  #finish(reason: string): void {
    if (this.#gone) return;
    this.#gone = true;
    clearTimeout(this.#timer);
    this.#api.close();
    const unanswered = this.#current;
    this.#current = undefined;
    // Whatever took all its time here would take it elsewhere.
    if (this.#end?.timedOut) unanswered?.settle(failed('function-timed-out'));
    this.#listener.gone(this, this.#end?.reason ?? reason, this.#end?.timedOut ? undefined : unanswered);
  }
}
