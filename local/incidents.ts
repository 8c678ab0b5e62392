/** What befalls the parts of a running service: said on the console, counted, and written into the log as a metric. */
import { writeSync } from 'node:fs';

/** Each is the name of a metric, a count. */
export type Incident =
  /** An execution environment has ended although nobody had asked it to. */
  | 'EnvironmentDeaths'
  /** The embedded table's process has ended although nobody had asked it to. */
  | 'TableDeaths'
  /** The embedded table was found out of reach. */
  | 'TableOutages'
  /** The embedded table was missing, and has been made again. */
  | 'TablesMade'
  /** Lines that execution environments could not write into the log. */
  | 'LogLinesLost';

export type IncidentCounts = Readonly<Record<Incident, number>>;

/** What is counted at once, and what is said of it. */
export interface IncidentDetails {
  /** For the console, after the word "warning"; left out where it has been said before. */
  readonly sentence?: string | undefined;
  /** @default 1 */
  readonly count?: number;
  /** The task that it befell. @default the service as a whole */
  readonly task?: string;
}

/** The incidents of one service since its start. */
export class Incidents {
  readonly #counts: Record<Incident, number> = {
    EnvironmentDeaths: 0,
    TableDeaths: 0,
    TableOutages: 0,
    TablesMade: 0,
    LogLinesLost: 0,
  };
  readonly #log: number;
  readonly #say: (line: string) => void;

  /**
   * @param log file descriptor of the log that the functions write
   * @param say prints a line for people
   */
  constructor(log: number, say: (line: string) => void) {
    this.#log = log;
    this.#say = say;
  }

  get counts(): IncidentCounts {
    return { ...this.#counts };
  }

  report(incident: Incident, { sentence, count = 1, task = 'subsecond' }: IncidentDetails = {}): void {
    this.#counts[incident] += count;
    if (sentence !== undefined) this.#say(`warning: ${sentence}`);
    try {
      writeSync(this.#log, metricLine(incident, sentence ?? incident, count, task));
    } catch {
      // It has been counted and said; a log that cannot be written is an incident of its own.
    }
  }
}

/** A line like those of the functions' telemetry: a log record that is a record of CloudWatch's embedded metric format. */
function metricLine(incident: Incident, message: string, count: number, service: string): string {
  const now = new Date();
  const record = {
    level: 'WARN',
    message,
    timestamp: now.toISOString(),
    service,
    _aws: {
      Timestamp: now.getTime(),
      CloudWatchMetrics: [
        {
          Namespace: 'Subsecond',
          Dimensions: [['service']],
          Metrics: [{ Name: incident, Unit: 'Count' }],
        },
      ],
    },
    [incident]: count,
  };
  return `${JSON.stringify(record)}\n`;
}
