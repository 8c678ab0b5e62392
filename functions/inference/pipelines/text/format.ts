/** The fields of `ensemble.json` about texts, and the inputs and outputs that graphs must have. */
import * as v from 'valibot';
import { Count, FileEntry, strictFields } from '../../model/manifest.ts';
import { ModelError } from '../../model/model-error.ts';
import { describeValue, describeValues, type Graph, type ValueInfo } from '../pipeline.ts';

/** Smallest useful number of tokens: a special token at each end, and one token of the text. */
export const FEWEST_TOKENS = 3;
const MaxTokens = v.pipe(Count, v.minValue(FEWEST_TOKENS), v.maxValue(32_768));

/** Fields that a member may override. */
export const TEXT_MEMBER_FIELDS = {
  tokenizer: v.optional(FileEntry),
  maxTokens: v.optional(MaxTokens),
} as const;

export const TEXT_FIELDS = {
  /** A `tokenizer.json` of Hugging Face's libraries. */
  tokenizer: v.optional(FileEntry, { file: 'tokenizer.json' }),
  /** Largest number of tokens, special ones included, of a text or a pair. */
  maxTokens: v.optional(MaxTokens, 512),
  /** `truncate`: members get only the beginning of a longer text, and the response says so. `refuse`: the request is refused. */
  longer: v.optional(v.picklist(['truncate', 'refuse']), 'truncate'),
  maxTexts: v.optional(v.pipe(Count, v.maxValue(2048)), 2048),
  /** Name of the graph's output. @default the first usual name that the graph has, or the only output that fits */
  output: v.optional(strictFields({ name: v.optional(v.string()) }), {}),
  members: v.array(v.looseObject(TEXT_MEMBER_FIELDS)),
} as const;

export type TextManifest = v.InferOutput<v.LooseObjectSchema<typeof TEXT_FIELDS, undefined>>;

const REQUIRED = ['input_ids', 'attention_mask'] as const;
const OPTIONAL = ['token_type_ids'] as const;

export type TextInputs = readonly {
  readonly name: (typeof REQUIRED)[number] | (typeof OPTIONAL)[number];
  readonly datatype: 'INT64' | 'INT32';
}[];

/** Whether a graph has the inputs that every model of texts has. */
export function takesTokens({ inputs }: Graph): boolean {
  return REQUIRED.every((name) => inputs.some((input) => input.name === name));
}

/** @throws {ModelError} naming every input that is missing, unknown, or of another type or shape */
export function textInputsOf({ file, inputs }: Graph): TextInputs {
  const known: readonly string[] = [...REQUIRED, ...OPTIONAL];
  const missing = REQUIRED.filter((name) => !inputs.some((input) => input.name === name));
  const wrong = missing.map((name) => `it must take "${name}"`);
  for (const input of inputs) {
    const it = `it takes ${describeValue(input)}, which`;
    if (!known.includes(input.name)) wrong.push(`${it} is none of ${known.join(', ')}`);
    else if (!isTokens(input)) wrong.push(`${it} must be INT64 or INT32 [N, L] with open dimensions`);
  }
  if (wrong.length > 0) throw new ModelError(`${file} does not take texts: ${wrong.join('; ')}`);
  return inputs.map(({ name, datatype }) => ({ name, datatype })) as unknown as TextInputs;
}

/**
 * Finds an FP32 output of a wanted rank: the named one or, without a name, the first known one, else the only one.
 * @param known names that exporters use, best first
 * @throws {ModelError} naming the existing outputs
 */
export function findOutput(
  { file, outputs }: Graph,
  named: string | undefined,
  known: readonly string[],
  wanted: { readonly ranks: readonly number[]; readonly text: string },
): ValueInfo {
  const fitting = outputs.filter(
    ({ datatype, shape }) => datatype === 'FP32' && wanted.ranks.includes(shape.length),
  );
  const names = named === undefined ? known : [named];
  for (const name of names) {
    const found = fitting.find((output) => output.name === name);
    if (found) return found;
  }
  const [only, ...others] = fitting;
  if (named === undefined && only && others.length === 0) return only;
  const output = named === undefined ? '' : ` as "${named}"`;
  const hint = fitting.length > 1 ? '; name the output to use: --output, or "output" in ensemble.json' : '';
  throw new ModelError(
    `${file} must give ${wanted.text}${output}; it gives ${describeValues(outputs)}${hint}`,
  );
}

function isTokens({ datatype, shape }: ValueInfo): boolean {
  const isOpen = shape.every((size) => typeof size === 'string' || size < 0);
  return (datatype === 'INT64' || datatype === 'INT32') && shape.length === 2 && isOpen;
}
