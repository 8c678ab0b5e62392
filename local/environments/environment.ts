import type { ChildProcess } from 'node:child_process';
import type { EnvironmentPlan, InitializationType } from './environment-plan.ts';
import { startProcess } from './environment-process.ts';
import { describeReport } from './error-report.ts';
import { failed, type Invocation, type Outcome } from './invocation.ts';
import { RunningRequests } from './running-requests.ts';
import { RuntimeApi } from './runtime/runtime-api.ts';

/** Where an environment reports its changes. */
export interface EnvironmentListener {
  /** It has room for a request: for the first time, or because an earlier one is done. */
  free(environment: Environment, busyMilliseconds: number | undefined): void;
  /** Its process has ended, for this reason, and these requests have got no answer from it. Called exactly once. */
  gone(environment: Environment, reason: string, unanswered: readonly Invocation[]): void;
}

/** One Lambda sandbox: a process that serves a number of requests at a time through a Runtime API of its own. */
export class Environment {
  readonly number: number;
  readonly initializationType: InitializationType;
  /** Whether it has ever been ready for a request. */
  ready = false;
  readonly #plan: EnvironmentPlan;
  readonly #listener: EnvironmentListener;
  readonly #api: RuntimeApi;
  #child: ChildProcess | undefined;
  readonly #running = new RunningRequests();
  /** Requests at once that it has ever asked for. */
  #places = 0;
  #startTimer: NodeJS.Timeout | undefined;
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
        this.#answered(id, payload ? { answered: true, payload } : failed('invalid-function-answer')),
      error: (id) => this.#answered(id, failed('function-error')),
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

  /** Requests that it is not done with. */
  get busy(): number {
    return this.#running.size;
  }

  /** Starts work on a request; only for an environment that has reported itself free. */
  run(invocation: Invocation): void {
    const { functionArn, functionTimeoutMilliseconds: timeout } = this.#plan;
    const { requestId, traceId } = invocation;
    invocation.environment = this.number;
    this.#running.begin(invocation, timeout, () => this.#kill(`it was not done within ${timeout} ms`, true));
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
    this.#startTimer = setTimeout(() => this.kill(`it was not ready within ${timeout} ms`), timeout);
  }

  #cannotStart({ message }: Error): void {
    const { command, taskRoot } = this.#plan;
    this.#finish(`cannot run ${command.join(' ')} in ${taskRoot}: ${message}`);
  }

  /**
   * It asks for a request: for a place that it never had, or for those of all that are done, as AWS's client asks once where
   * several have been answered.
   */
  #free(): void {
    if (this.#end) return;
    clearTimeout(this.#startTimer);
    this.ready = true;
    // Of one request at a time the only one is done, answered or not.
    const done = this.#running.ids(this.#plan.concurrency === 1 ? 'all' : 'answered');
    if (done.length > 0) {
      for (const requestId of done) this.#done(requestId);
    } else if (this.#places < this.#plan.concurrency) {
      this.#places += 1;
      this.#listener.free(this, undefined);
    }
  }

  /** Where it asks for more already, its answer is all that there was to wait for. */
  #answered(requestId: string, outcome: Outcome): boolean {
    const known = this.#running.settle(requestId, outcome);
    if (known && this.#api.asked && !this.#end) this.#done(requestId);
    return known;
  }

  #done(requestId: string): void {
    this.#running.settle(requestId, failed('invalid-function-answer'));
    this.#listener.free(this, this.#running.end(requestId));
  }

  #finish(reason: string): void {
    if (this.#gone) return;
    this.#gone = true;
    clearTimeout(this.#startTimer);
    this.#api.close();
    const unanswered = this.#running.clear();
    const [first] = unanswered;
    // Whatever took all its time here would take it elsewhere.
    if (this.#end?.timedOut) first?.settle(failed('function-timed-out'));
    const handedOn = this.#end?.timedOut ? unanswered.slice(1) : unanswered;
    this.#listener.gone(this, this.#end?.reason ?? reason, handedOn);
  }
}
