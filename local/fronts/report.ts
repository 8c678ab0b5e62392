/** The report of a front process, and the sum of several. */
import type { Family, Sample } from '../metrics/exposition.ts';

export interface FrontReport {
  /** Metrics of `GET /metrics`. */
  readonly families: readonly Family[];
  /** Names of models with a worker that is ready. */
  readonly ready: readonly string[];
}

/** Labels of values that belong to one process. Such values are dropped when the process ends. */
const OF_PROCESS = ['worker', 'front'];

/** Adds up values with the same name and labels. */
export function mergeReports(reports: readonly FrontReport[]): FrontReport {
  const families = new Map<string, Family>();
  const samples = new Map<string, Map<string, Sample>>();
  for (const family of reports.flatMap((report) => report.families)) {
    families.set(family.name, family);
    const known = samples.get(family.name) ?? new Map<string, Sample>();
    samples.set(family.name, known);
    for (const sample of family.samples) {
      const key = JSON.stringify([sample.suffix, sample.labels]);
      known.set(key, { ...sample, value: sample.value + (known.get(key)?.value ?? 0) });
    }
  }
  return {
    families: [...families.values()].map((family) => ({
      ...family,
      samples: [...samples.get(family.name)!.values()],
    })),
    ready: [...new Set(reports.flatMap(({ ready }) => ready))],
  };
}

/** The counters of a process that has ended. They stay in the sums, because counters must not fall. */
export function countsOf({ families }: FrontReport): FrontReport {
  const counters = families
    .filter(({ type }) => type !== 'gauge')
    .map((family) => ({
      ...family,
      samples: family.samples.filter(({ labels = {} }) => !OF_PROCESS.some((label) => label in labels)),
    }));
  return { families: counters, ready: [] };
}
