/** What happens to the parts of a running service: printed on the console, counted, and written into the log. */

/** Each is the name of a metric, a count. */
const NO_INCIDENTS = {
  /** A worker ended unexpectedly. */
  WorkerDeaths: 0,
  /** A front process ended unexpectedly; the supervisor has started another. */
  FrontDeaths: 0,
  /** A front process did not report in time: its last report stood in. */
  SilentFronts: 0,
  /** The response store is out of reach. */
  StoreOutages: 0,
  /** The file of the response store was missing, and was created again. */
  StoresMade: 0,
  /** An error of the front process that nothing caught. */
  UncaughtErrors: 0,
  /** Lines that could not be written into the log. */
  LogLinesLost: 0,
};

export type IncidentCounts = Readonly<typeof NO_INCIDENTS>;

/** One occurrence of an incident, or several at once. */
export interface IncidentDetails {
  /** For the console, after the word "warning"; left out where it has been said before. */
  readonly sentence?: string | undefined;
  /** @default 1 */
  readonly count?: number;
  /** The model that it happened to. @default the service as a whole */
  readonly model?: string;
}

/** For this long after the last one, further incidents of lost lines are counted and not printed. */
const QUIET_MILLISECONDS = 10_000;

/** The incidents of one service since its start. */
export class Incidents {
  readonly #counts = { ...NO_INCIDENTS };
  readonly #print: (line: string) => void;
  /** Takes each as a line of the log. */
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

  /** Counts an error that nothing has caught, and writes it into the log: the process goes on. */
  reportUncaught(error: unknown, log: { file: string; write(line: string, level: 'error'): void }): void {
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    log.write(stack, 'error');
    const sentence = `an error that nothing caught, see ${log.file}: ${message}`;
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
      `warning: ${file} cannot be written, is its disk full? Responses go out, but log lines are lost`,
    );
  }
}
