import { ConfigurationError } from './configuration-error.ts';

/** A stage that needs no settings of its own. */
export type BaseStage = 'dev' | 'prod';

/** What a value must be, and how its text on the command line is read. */
export interface Kind<Value> {
  /** Completes "… must be". */
  readonly expected: string;
  /** The value, or undefined when `text` is none. */
  readonly parse: (text: string) => Value | undefined;
  /** Whether messages keep what was typed to themselves: it may be a secret with a slip in it. */
  readonly isSecret?: boolean;
}

/** A setting of a deployment, with everything that is to be said of it. */
export interface Setting<Value = unknown, Always extends boolean = boolean> extends Kind<Value> {
  /** Sentences for `--help`. */
  readonly help: string;
  /** The values that it has unless somebody sets it. */
  readonly defaults: Readonly<Partial<Record<BaseStage, Value>>>;
  /** Whether every stage has a default. */
  readonly always: Always;
  /** Other settings, or their values (`access=hmac`), of which it needs one; empty: it needs none. */
  readonly needs: readonly string[];
}

export type Schema = Readonly<Record<string, Setting>>;

type ValueOf<S> = S extends Setting<infer Value> ? Value : never;
type AlwaysThere<S extends Schema> = {
  [Name in keyof S]: S[Name] extends Setting<unknown, true> ? Name : never;
}[keyof S];

export type Values<S extends Schema> = {
  readonly [Name in AlwaysThere<S>]: ValueOf<S[Name]>;
} & {
  readonly [Name in Exclude<keyof S, AlwaysThere<S>>]?: ValueOf<S[Name]>;
};

/** A setting that always has a value: one for every stage, or one for each. */
export function setting<Value extends string | number | boolean>(
  kind: Kind<Value>,
  value: NoInfer<Value> | Readonly<Record<BaseStage, NoInfer<Value>>>,
  help: string,
  ...needs: readonly string[]
): Setting<Value, true> {
  const defaults = typeof value === 'object' ? value : { dev: value, prod: value };
  return { ...kind, defaults, help, needs, always: true };
}

/** A setting without a value, unless somebody sets it. */
export function optional<Value>(
  kind: Kind<Value>,
  help: string,
  ...needs: readonly string[]
): Setting<Value, false> {
  return { ...kind, defaults: {}, help, needs, always: false };
}

/** Settings that all need the same. */
export function needing<S extends Schema>(need: string, schema: S): S {
  const settings = Object.entries(schema).map(([name, setting]) => [name, { ...setting, needs: [need] }]);
  return Object.fromEntries(settings);
}

/** What a stage has of a schema's settings, as long as nobody sets one. */
export function defaultsOf<S extends Schema>(schema: S, stage: BaseStage): Values<S> {
  const values = Object.entries(schema).map(([name, { defaults }]) => [name, defaults[stage]]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** A whole number. @param note what else is to be said of it */
export function wholeNumber(minimum: number, maximum: number, note = ''): Kind<number> {
  return {
    expected: `a whole number from ${minimum} to ${maximum}${note}`,
    parse: (text) => {
      const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      return value >= minimum && value <= maximum ? value : undefined;
    },
  };
}

export function oneOf<const Value extends string | number>(...values: readonly Value[]): Kind<Value> {
  return {
    expected: `one of ${values.join(', ')}`,
    parse: (text) => values.find((value) => String(value) === text),
  };
}

export function matching(pattern: RegExp, expected: string): Kind<string> {
  return { expected, parse: (text) => (pattern.test(text) ? text : undefined) };
}

/** A share that scaling aims at. @param note what else is to be said of it */
export function share(note: string): Kind<number> {
  return {
    expected: `a number from 0.1 to 0.9 (${note})`,
    parse: (text) => (/^0?\.\d+$/.test(text) && +text >= 0.1 && +text <= 0.9 ? Number(text) : undefined),
  };
}

export const trueOrFalse: Kind<boolean> = {
  expected: 'true or false',
  parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
};

/**
 * Reads the value of a setting.
 *
 * @param typed its name as it was typed, for the message
 * @throws ConfigurationError when `text` is not what it must be
 */
export function parseSetting<Value>(
  { parse, expected, isSecret }: Kind<Value>,
  typed: string,
  text: string,
): Value {
  const value = parse(text);
  if (value !== undefined) return value;
  const instead = isSecret ? 'not what was given' : `not ${JSON.stringify(text)}`;
  throw new ConfigurationError(`${typed} must be ${expected}, ${instead}.`);
}

/** What a setting needs beside it, in words. */
export function listNeeds(needs: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(needs);
}

/** The line that says of the first setting which lacks what it needs; undefined: there is none. */
export function unmetNeed(schema: Schema, values: Readonly<Record<string, unknown>>): string | undefined {
  const isSet = (value: unknown) => value !== undefined && value !== false && value !== 0;
  const isMet = (need: string) => {
    const [name = '', wanted] = need.split('=');
    return wanted === undefined ? isSet(values[name]) : String(values[name]) === wanted;
  };
  for (const [name, { needs }] of Object.entries(schema)) {
    const [first] = needs;
    if (first === undefined || !isSet(values[name]) || needs.some(isMet)) continue;
    const instead = values[first.split('=')[0] ?? ''];
    return `${name} needs ${listNeeds(needs)}${instead === undefined ? '' : `, not ${instead}`}.`;
  }
  return undefined;
}
