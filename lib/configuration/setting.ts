import { ConfigurationError } from './configuration-error.ts';

/** The built-in stages, on which others are based. */
type BaseStage = 'dev' | 'prod';

/** The type of a setting, with its parser. */
export interface Kind<Value> {
  /** Description of valid values; completes "… must be". */
  readonly expected: string;
  /** The value; undefined if `text` is invalid. */
  readonly parse: (text: string) => Value | undefined;
  /** Whether messages hide the text, because it may be a mistyped secret. */
  readonly isSecret?: boolean;
}

/** A setting of a deployment: type, help, defaults and needs. */
export interface Setting<Value = unknown, Always extends boolean = boolean> extends Kind<Value> {
  /** Sentences for `--help`. */
  readonly help: string;
  /** The default values by built-in stage; empty for a setting without a default. */
  readonly defaults: Readonly<Partial<Record<BaseStage, Value>>>;
  /** Whether every stage has a default. */
  readonly always: Always;
  /** Other settings, or their values (`access=open`), one of which this setting needs; empty if it needs none. */
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

/** A setting that always has a value. @param value one default for all stages, or one for each built-in stage */
export function setting<Value extends string | number | boolean>(
  kind: Kind<Value>,
  value: NoInfer<Value> | Readonly<Record<BaseStage, NoInfer<Value>>>,
  help: string,
  ...needs: readonly string[]
): Setting<Value, true> {
  const defaults = typeof value === 'object' ? value : { dev: value, prod: value };
  return { ...kind, defaults, help, needs, always: true };
}

/** A setting without a default value. */
export function optional<Value>(
  kind: Kind<Value>,
  help: string,
  ...needs: readonly string[]
): Setting<Value, false> {
  return { ...kind, defaults: {}, help, needs, always: false };
}

/** Gives several settings this need, in place of any needs of their own. */
export function needing<S extends Schema>(need: string, schema: S): S {
  const settings = Object.entries(schema).map(([name, setting]) => [name, { ...setting, needs: [need] }]);
  return Object.fromEntries(settings);
}

export function defaultsOf<S extends Schema>(schema: S, stage: BaseStage): Values<S> {
  const values = Object.entries(schema).map(([name, { defaults }]) => [name, defaults[stage]]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** @param note text that follows the limits in help and messages */
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

export const trueOrFalse: Kind<boolean> = {
  expected: 'true or false',
  parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
};

/**
 * Reads the value of a setting. @param typed the setting's name as the user wrote it, for the message
 * @throws ConfigurationError if `text` is invalid
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

/** The needs of a setting in words, such as `access=open or access=api-key`. */
export function listNeeds(needs: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(needs);
}

/** A line about the first setting whose need is not met; undefined if all needs are met. */
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
