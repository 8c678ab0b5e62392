/** Fields of `ensemble.json` that nothing reads: notes of people, or typing errors. */
import type { GenericSchema } from 'valibot';
import { closest } from '../../project/closest.ts';

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

/** Shorter names that differ in two letters are other words. */
const LONG_NAME = 6;

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
    return [
      {
        path: `${place}${name}`,
        meant: closest(name, [...known.keys()], name.length < LONG_NAME ? 1 : 2),
        refused,
      },
    ];
  });
}

function unwrap(schema: Walked): Walked {
  return schema.wrapped ? unwrap(schema.wrapped) : schema;
}
