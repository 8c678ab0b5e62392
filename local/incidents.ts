/** What happens to the parts of a running service: printed on the console, counted, and written into the log. */

/** Each is the name of a metric, a count. */
export type Incident =
  /** A worker ended unexpectedly. */
  | 'WorkerDeaths'
  /** The response store is out of reach. */
  | 'StoreOutages'
  /** The file of the response store was missing, and was created again. */
  | 'StoresMade'
  /** An error of the front process that nothing caught. */
  | 'UncaughtErrors'
  /** Lines that could not be written into the log. */
  | 'LogLinesLost';

export type IncidentCounts = Readonly<Record<Incident, number>>;

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
  readonly #counts: Record<Incident, number> = {
    WorkerDeaths: 0,
    StoreOutages: 0,
    StoresMade: 0,
    UncaughtErrors: 0,
    LogLinesLost: 0,
  };
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

  report(incident: Incident, { sentence, count = 1, model = 'subsecond' }: IncidentDetails = {}): void {
    this.#counts[incident] += count;
    if (sentence === undefined) return;
    this.#print(`warning: ${sentence}`);
    const timestamp = new Date().toISOString();
    this.log(
      JSON.stringify({ level: 'WARN', message: sentence, timestamp, service: model, [incident]: count }),
    );
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
