/**
 * Reads Prometheus' text format as its specification has it, and throws where a text breaks it:
 * prometheus.io/docs/instrumenting/exposition_formats, "Text format details".
 */

export interface ParsedSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}
export interface ParsedFamily {
  readonly help: string;
  readonly type: string;
  readonly samples: ParsedSample[];
}

const METRIC = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LINE = new RegExp(`^(${METRIC})(?:\\{(.*)\\})? (\\S+)$`);
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/;
const TYPES = ['counter', 'gauge', 'histogram', 'summary', 'untyped'];
const SUFFIXES = ['_bucket', '_sum', '_count'];

/** @returns families by name */
export function parseExposition(text: string): Map<string, ParsedFamily> {
  if (!text.endsWith('\n')) throw new Error('the last line must end with a line feed');
  const families = new Map<string, ParsedFamily>();
  const closed = new Set<string>();
  let [current, help] = ['', ''];
  for (const line of text.slice(0, -1).split('\n')) {
    const comment = new RegExp(`^# (HELP|TYPE) (${METRIC}) (.*)$`).exec(line);
    if (comment) {
      const [, pipeline, name = '', rest = ''] = comment;
      if (pipeline === 'HELP') {
        if (current) closed.add(current);
        [current, help] = [name, unescaped(rest, '\\n')];
        if (closed.has(name) || families.has(name)) throw new Error(`${name} comes in two groups`);
      } else {
        if (name !== current || families.has(name))
          throw new Error(`TYPE of ${name} stands in a wrong place`);
        if (!TYPES.includes(rest)) throw new Error(`${name} has no type ${rest}`);
        families.set(name, { help, type: rest, samples: [] });
      }
      continue;
    }
    const [, name = '', labels = '', value = ''] = LINE.exec(line) ?? [];
    const family = families.get(current);
    const suffix = name.slice(current.length);
    const belongs =
      name.startsWith(current) &&
      (suffix === '' || (family?.type === 'histogram' && SUFFIXES.includes(suffix)));
    if (!family || !belongs) throw new Error(`no sample of ${current}: ${line}`);
    family.samples.push({ name, labels: parseLabels(labels), value: parseValue(value) });
  }
  for (const [name, family] of families) check(name, family);
  return families;
}

function parseLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  let rest = text;
  while (rest !== '') {
    const [whole, name, value] = LABEL.exec(rest) ?? [];
    if (whole === undefined || name === undefined || name in labels) throw new Error(`no labels: ${text}`);
    labels[name] = unescaped(value ?? '', '\\n"');
    rest = rest.slice(whole.length);
  }
  return labels;
}

function unescaped(text: string, known: string): string {
  return text.replace(/\\(.)/g, (_, character: string) => {
    if (!known.includes(character)) throw new Error(`\\${character} is no escape`);
    return character === 'n' ? '\n' : character;
  });
}

function parseValue(text: string): number {
  const special: Record<string, number> = { NaN: Number.NaN, '+Inf': Infinity, '-Inf': -Infinity };
  const value = special[text] ?? Number(text);
  if (Number.isNaN(value) && text !== 'NaN') throw new Error(`${text} is no number`);
  return value;
}

function check(name: string, { type, samples }: ParsedFamily): void {
  const keys = samples.map(
    (sample) => `${sample.name}${JSON.stringify(Object.entries(sample.labels).sort())}`,
  );
  if (new Set(keys).size !== keys.length) throw new Error(`${name} has a sample twice`);
  if (type === 'counter' && samples.some(({ value }) => value < 0)) throw new Error(`${name} counts below 0`);
  if (type === 'histogram') checkHistogram(name, samples);
}

/** Buckets are cumulative and in order, the last one is +Inf and the same as the count, and there is a sum. */
function checkHistogram(name: string, samples: readonly ParsedSample[]): void {
  const groups = Map.groupBy(samples, ({ labels: { le: _, ...rest } }) => JSON.stringify(rest));
  for (const group of groups.values()) {
    const buckets = group.filter((sample) => sample.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels }) => parseValue(labels.le ?? ''));
    const counts = buckets.map(({ value }) => value);
    const rises = (numbers: readonly number[]) =>
      numbers.every((one, at) => at === 0 || one >= numbers[at - 1]!);
    const count = group.find((sample) => sample.name === `${name}_count`)?.value;
    const sum = group.find((sample) => sample.name === `${name}_sum`)?.value;
    if (!rises(bounds) || !rises(counts) || bounds.at(-1) !== Infinity)
      throw new Error(`${name}: wrong buckets`);
    if (count !== counts.at(-1) || sum === undefined) throw new Error(`${name}: wrong count or no sum`);
  }
}
