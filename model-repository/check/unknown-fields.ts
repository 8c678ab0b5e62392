/** Fields of `ensemble.json` that nothing reads: notes of people, or typing errors. */
import type { GenericSchema } from 'valibot';

/** As much of valibot's schemas as is walked through. */
interface Walked {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Walked>>;
  readonly wrapped?: Walked;
  readonly item?: Walked;
}

export interface UnknownField {
  /** Place and name, such as `members.0.treshold`. */
  readonly path: string;
  /** What was probably meant. */
  readonly meant: string | undefined;
  /** Whether the service refuses it, whatever it is. */
  readonly refused: boolean;
}

/** @param schemas of all known fields, together */
export function unknownFields(content: unknown, schemas: readonly GenericSchema[]): UnknownField[] {
  return walk(content, schemas as unknown as readonly Walked[], '');
}

function walk(content: unknown, schemas: readonly Walked[], place: string): UnknownField[] {
  const unwrapped = schemas.map(unwrap);
  if (Array.isArray(content)) {
    const items = unwrapped.flatMap(({ item }) => (item ? [item] : []));
    return content.flatMap((entry, index) => walk(entry, items, `${place}${index}.`));
  }
  if (typeof content !== 'object' || content === null) return [];
  const objects = unwrapped.filter(({ entries }) => entries !== undefined);
  if (objects.length === 0) return [];
  const known = new Map<string, Walked[]>();
  for (const { entries = {} } of objects) {
    for (const [name, schema] of Object.entries(entries)) {
      known.set(name, [...(known.get(name) ?? []), schema]);
    }
  }
  const refused = objects.some(({ type }) => type === 'strict_object');
  return Object.entries(content).flatMap(([name, value]) => {
    const below = known.get(name);
    if (below) return walk(value, below, `${place}${name}.`);
    return [{ path: `${place}${name}`, meant: nearest(name, [...known.keys()]), refused }];
  });
}

function unwrap(schema: Walked): Walked {
  return schema.wrapped ? unwrap(schema.wrapped) : schema;
}

/** The name that is one or two typing errors away, where there is one; two only in longer names. */
function nearest(name: string, names: readonly string[]): string | undefined {
  const most = name.length < 6 ? 1 : 2;
  const [best] = names
    .map((known) => ({ known, errors: typingErrors(name.toLowerCase(), known.toLowerCase()) }))
    .filter(({ errors }) => errors <= most)
    .sort((one, other) => one.errors - other.errors);
  return best?.known;
}

/** Letters to put in, take out or change (Levenshtein). */
function typingErrors(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [place, wanted] of [...other].entries()) {
      next.push(
        Math.min(
          (next[place] as number) + 1,
          (row[place + 1] as number) + 1,
          (row[place] as number) + Number(letter !== wanted),
        ),
      );
    }
    row = next;
  }
  return row[other.length] as number;
}
