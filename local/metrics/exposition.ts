/** Prometheus' text format, version 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats). */

export const EXPOSITION_MEDIA_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** A value with its labels. */
export interface Sample {
  /** Suffix of the family's name: `_bucket`, `_sum`, `_count` of a histogram. @default none */
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The values of one metric. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

/**
 * Writes the families in order; families without a value are left out. Nothing has to be escaped, because labels have names of
 * models, of problems and of outcomes, and every value is finite.
 */
export function writeExposition(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) => {
      const lines = samples.map(
        ({ suffix = '', labels = {}, value }) => `${name}${suffix}${written(labels)} ${value}\n`,
      );
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
    })
    .join('');
}

function written(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
