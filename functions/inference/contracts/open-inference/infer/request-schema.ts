/** The JSON of an inference request but for the elements of its tensors: the protocol's `$inference_request`. */
import * as v from 'valibot';
import type { Datatype } from '../../../model/tensors.ts';
import { WellFormed } from '../../request-id.ts';
import { DATATYPES } from '../../tensors/elements.ts';

/** Models have a few; without a limit, a body of nonsense would make a message per element of it. */
export const MAX_TENSORS = 256;
/** NumPy takes no more. */
export const MAX_DIMENSIONS = 64;

/** Fields that are null are missing: clients with typed models write them so. Unknown parameters are ignored. */
const parameters = <Entries extends v.ObjectEntries>(entries: Entries) => v.nullish(v.object(entries));
const flag = v.nullish(v.boolean());

const listOf = <Schema extends v.GenericSchema>(item: Schema) =>
  v.pipe(
    v.unknown(),
    v.check(
      (list) => Array.isArray(list) && list.length <= MAX_TENSORS,
      `must be an array of at most ${MAX_TENSORS} objects`,
    ),
    v.array(item),
  );

const ShapeSchema = v.pipe(
  v.unknown(),
  v.check(isShape, `must be an array of at most ${MAX_DIMENSIONS} whole numbers, 0 or more each`),
  v.transform((shape) => shape as readonly number[]),
);

/** One of `inputs`: its elements are in `data` or follow the JSON, `binary_data_size` bytes of them. */
const InputSchema = v.object({
  name: v.string(),
  datatype: v.picklist(DATATYPES as readonly [Datatype, ...Datatype[]]),
  shape: ShapeSchema,
  parameters: parameters({
    binary_data_size: v.nullish(
      v.pipe(
        v.number(),
        v.check((size) => Number.isSafeInteger(size) && size >= 0, 'must be a number of bytes'),
      ),
    ),
  }),
  data: v.nullish(v.unknown()),
});

const OutputSchema = v.object({
  name: v.string(),
  parameters: parameters({
    binary_data: flag,
    classification: v.nullish(
      v.pipe(
        v.number(),
        v.check((count) => Number.isSafeInteger(count) && count >= 0, 'must be a number of classes'),
      ),
    ),
  }),
});

export const RequestSchema = v.object({
  id: v.nullish(v.pipe(v.string(), WellFormed)),
  parameters: parameters({ binary_data_output: flag, retry: v.nullish(v.unknown()) }),
  inputs: listOf(InputSchema),
  outputs: v.nullish(listOf(OutputSchema)),
});

export type InferRequest = v.InferOutput<typeof RequestSchema>;
export type InferInput = v.InferOutput<typeof InputSchema>;

function isShape(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= MAX_DIMENSIONS &&
    value.every((size) => Number.isSafeInteger(size) && size >= 0)
  );
}
