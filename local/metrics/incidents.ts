/** Incidents of a running service: printed, counted and logged. */

/** Names of the incidents' metrics, with their counts. */
const NO_INCIDENTS = {
  /** A worker ended unexpectedly. */
  WorkerDeaths: 0,
  /** A front process ended unexpectedly; the supervisor has started another. */
  FrontDeaths: 0,
  /** A front process did not report in time, so its last report was used. */
  SilentFronts: 0,
  /** The response store is unavailable. */
  StoreOutages: 0,
  /** The file of the response store was missing, and was created again. */
  StoresMade: 0,
  /** An error of the front process that nothing caught. */
  UncaughtErrors: 0,
  /** Lines that could not be written into the log. */
  LogLinesLost: 0,
};

export type IncidentCounts = Readonly<typeof NO_INCIDENTS>;

/** One incident, or several at once. */
export interface IncidentDetails {
  /** Printed after the word "warning"; undefined if the incident was printed before. */
  readonly sentence?: string | undefined;
  /** @default 1 */
  readonly count?: number;
  /** The affected model. @default the service as a whole */
  readonly model?: string;
}

/** After lost log lines were reported, further ones are only counted for this long. */
const QUIET_MILLISECONDS = 10_000;

/** The incidents of one service since its start. */
export class Incidents {
  readonly #counts = { ...NO_INCIDENTS };
  readonly #print: (line: string) => void;
  /** Writes an incident into the log. */
  log: (line: string) => void = () => {};
  #lastLostLine = Number.NEGATIVE_INFINITY;

  /** @param print prints a line for people */
  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  get counts(): IncidentCounts {
    return { ...this.#counts };
  }

  report(
    incident: keyof IncidentCounts,
    { sentence, count = 1, model = 'subsecond' }: IncidentDetails = {},
  ): void {
    this.#counts[incident] += count;
    if (sentence === undefined) return;
    this.#print(`warning: ${sentence}`);
    const timestamp = new Date().toISOString();
    this.log(
      JSON.stringify({ level: 'WARN', message: sentence, timestamp, service: model, [incident]: count }),
    );
  }

  /** Counts and logs an uncaught error. The process goes on. */
  reportUncaught(error: unknown, log: { file: string; write(line: string, level: 'error'): void }): void {
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    log.write(stack, 'error');
    const sentence = `uncaught error, see ${log.file}: ${message}`;
    this.report('UncaughtErrors', { sentence });
  }

  /** @param file the log */
  linesLost(file: string, count: number): void {
    const now = performance.now();
    const isNew = now - this.#lastLostLine > QUIET_MILLISECONDS;
    this.#lastLostLine = now;
    this.#counts.LogLinesLost += count;
    if (!isNew) return;
    this.#print(
      `warning: ${file} cannot be written, is its disk full? Responses are sent, but log lines are lost`,
    );
  }
}
