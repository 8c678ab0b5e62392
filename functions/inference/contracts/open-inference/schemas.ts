/** Schemas of the wire format without the elements of tensors: the protocol's `$inference_request` and the responses. */
import * as v from 'valibot';
import { strictFields } from '../../model/manifest.ts';
import { ARRAYS, type SizedDatatype } from '../../model/tensors.ts';
import { MAX_DIMENSIONS } from '../../pipelines/tensor/elements.ts';
import { shortList } from '../request/check-body.ts';
import { WellFormed } from '../request/request-id.ts';

/** Limit of the tensors in a list of inputs or outputs. Models have far fewer. */
const MAX_TENSORS = 256;

const text = v.string();
const flag = v.boolean();
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const sizes = v.array(v.pipe(v.number(), v.integer(), v.minValue(-1)));
const datatype = v.picklist([...(Object.keys(ARRAYS) as SizedDatatype[]), 'BYTES']);

/**
 * A null field counts as missing, because some clients write null for a field without a value. Unknown parameters are
 * ignored, as the protocol requires. Parameters with which Triton would respond differently are refused (`unsupported`).
 */
const parameters = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.nullish(v.pipe(v.object({ ...entries, content_type: CONTENT_TYPE }), v.description(OPEN)));

const OPEN = 'Other parameters are ignored, such as `priority` and `timeout`.';

/** MLServer's parameter for the meaning of elements. */
const CONTENT_TYPE = v.nullish(
  v.pipe(
    v.picklist(['np', 'pd', 'str']),
    v.description('Has no effect: `datatype` determines the elements.'),
  ),
);

/** Refuses a parameter of Triton unless it is left out, or is `null`, `""`, 0 or false. */
const unsupported = (remedy: string) =>
  v.nullish(
    v.pipe(
      v.unknown(),
      v.check((value) => !value, `is not supported: ${remedy}`),
      v.description(`Not supported: ${remedy}.`),
    ),
  );
const SHARED_MEMORY = {
  shared_memory_region: unsupported('tensors are sent in the JSON or after it'),
};

const ShapeSchema = shortList(count, 0, MAX_DIMENSIONS);

const DataSchema = v.pipe(
  v.unknown(),
  v.description('Elements in row-major order, flat or nested like the shape.'),
  v.metadata({ type: 'array' }),
);

/** An input. The elements of its tensor are either in `data`, or in the binary data, where they take `binary_data_size` bytes. */
const InputSchema = strictFields({
  name: text,
  datatype,
  shape: ShapeSchema,
  parameters: parameters({
    ...SHARED_MEMORY,
    binary_data_size: v.nullish(
      v.pipe(
        count,
        v.description('Length in bytes of the binary data that this input has instead of `data`.'),
      ),
    ),
  }),
  data: v.nullish(DataSchema),
});

const RequestedOutputSchema = strictFields({
  name: text,
  parameters: parameters({
    ...SHARED_MEMORY,
    binary_data: v.nullish(flag),
    classification: unsupported('select the highest scores of the output yourself'),
  }),
});

export const RequestSchema = strictFields({
  id: v.nullish(
    v.pipe(
      text,
      WellFormed,
      v.description(
        'Returned in the response, without other effect. For a cached response, send the header Idempotency-Key.',
      ),
    ),
  ),
  model_name: v.nullish(
    v.pipe(text, v.description('The name of the model at this address, as KServe’s clients send it.')),
  ),
  parameters: parameters({
    sequence_id: unsupported('no request depends on an earlier one'),
    binary_data_output: v.nullish(
      v.pipe(flag, v.description('Whether outputs are sent as binary data; each output can override it.')),
    ),
  }),
  inputs: shortList(InputSchema, 0, MAX_TENSORS),
  outputs: v.nullish(
    v.pipe(
      shortList(RequestedOutputSchema, 0, MAX_TENSORS),
      v.description('The outputs to send, in this order. Default: all.'),
    ),
  ),
});

export type InferRequest = v.InferOutput<typeof RequestSchema>;
export type InferInput = v.InferOutput<typeof InputSchema>;

const OutputSchema = v.object({
  name: text,
  datatype,
  shape: ShapeSchema,
  parameters: v.optional(v.object({ binary_data_size: count })),
  data: v.optional(DataSchema),
});

const TensorMetadataSchema = v.object({ name: text, datatype, shape: sizes });

export const SCHEMAS = {
  OpenInferenceRequest: RequestSchema,
  OpenInferenceInput: InputSchema,
  OpenInferenceRequestedOutput: RequestedOutputSchema,
  OpenInferenceReply: v.object({
    model_name: text,
    model_version: v.pipe(
      text,
      v.description('The version that made the prediction; a cached response may have an earlier version.'),
    ),
    id: v.optional(v.pipe(text, v.description('The id of the request.'))),
    outputs: v.array(OutputSchema),
  }),
  OpenInferenceOutput: OutputSchema,
  OpenInferenceError: v.object({
    error: v.pipe(text, v.description('What is wrong with this request, and how to correct it.')),
  }),
  OpenInferenceServer: v.object({ name: text, version: text, extensions: v.array(text) }),
  OpenInferenceLive: v.object({ live: flag }),
  OpenInferenceReady: v.object({ live: flag, ready: flag }),
  OpenInferenceModel: v.object({
    name: text,
    versions: v.array(text),
    platform: text,
    inputs: v.array(TensorMetadataSchema),
    outputs: v.array(TensorMetadataSchema),
  }),
  OpenInferenceModelReady: v.object({ name: text, ready: flag }),
};
