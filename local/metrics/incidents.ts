/** Prints, counts and logs the incidents of a running service. */
import { type Values, valuesBy } from './exposition.ts';

/** The incidents by their names in the metrics, with their counts at the start. */
const NO_INCIDENTS = {
  /** A worker ended unexpectedly. */
  WorkerDeaths: 0,
  /** A front process ended unexpectedly; the supervisor replaces it. */
  FrontDeaths: 0,
  /** A front process did not report in time, so its last report was used. */
  SilentFronts: 0,
  /** The response store became unavailable. */
  StoreOutages: 0,
  /** The file of the response store was missing or damaged, and was created again. */
  StoresMade: 0,
  /** An error that nothing caught. */
  UncaughtErrors: 0,
  /** Lines that could not be written into the log. */
  LogLinesLost: 0,
};

export type IncidentCounts = Readonly<typeof NO_INCIDENTS>;

interface Log {
  readonly file: string;
  write(line: string, level: 'warn' | 'error'): void;
}

/** A loss of log lines is printed only if no line was lost for this long before. Every lost line is counted. */
const QUIET_MILLISECONDS = 10_000;

export class Incidents {
  readonly #counts = { ...NO_INCIDENTS };
  /** The log, once it is open. */
  log: Log | undefined;
  #lastLostLine = Number.NEGATIVE_INFINITY;

  get counts(): IncidentCounts {
    return { ...this.#counts };
  }

  values(): Values {
    return valuesBy('subsecond_incidents_total', 'incident', this.#counts);
  }

  /**
   * Counts an incident. If it has a sentence, prints and logs the sentence.
   * @param details the sentence, which is printed after "warning:", and the affected model, by default the whole service
   */
  report(
    incident: keyof IncidentCounts,
    { sentence, model = 'subsecond' }: { sentence?: string; model?: string } = {},
  ): void {
    this.#counts[incident] += 1;
    if (sentence === undefined) return;
    console.error(`warning: ${sentence}`);
    const timestamp = new Date().toISOString();
    this.log?.write(
      JSON.stringify({ level: 'WARN', message: sentence, timestamp, service: model, [incident]: 1 }),
      'warn',
    );
  }

  /** Counts and logs an uncaught error. The process goes on. */
  reportUncaught(error: unknown): void {
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    this.log?.write(stack, 'error');
    this.report('UncaughtErrors', { sentence: `uncaught error, see ${this.log?.file}: ${message}` });
  }

  linesLost(count: number): void {
    const now = performance.now();
    const isNew = now - this.#lastLostLine > QUIET_MILLISECONDS;
    this.#lastLostLine = now;
    this.#counts.LogLinesLost += count;
    if (!isNew) return;
    console.error(
      `warning: ${this.log?.file} cannot be written (is its disk full?): responses are sent, but log lines are lost`,
    );
  }
}
