/** The format of the contract `predictions` for named tensors, which are nested arrays in requests and responses. */
import * as v from 'valibot';
import { strictFields } from '../../model/manifest.ts';
import { describeTensor, quote, type Tensor, type TensorInfo, type Tensors } from '../../model/tensors.ts';
import { MAX_DIMENSIONS } from '../../pipelines/tensor/elements.ts';
import { blankTensor } from '../../pipelines/tensor/pipeline.ts';
import { invalidInput, readJsonData, shapeOf } from '../../pipelines/tensor/read-json.ts';
import { type TensorInput, unknownInput } from '../../pipelines/tensor/tensor-view.ts';
import { writeNestedJson } from '../../pipelines/tensor/write-json.ts';
import { Problem } from '../../problems/problems.ts';
import { modelPath } from '../addresses.ts';
import type { ModelInfo, ParsedRequest } from '../contract.ts';
import { elementsOf } from '../description/examples.ts';
import { jsonBody } from '../description/operation.ts';
import { readJson, uncached } from '../http.ts';
import { checkBody } from '../request/check-body.ts';
import { cachedContent } from '../request/request-id.ts';
import type { PredictionFormat } from './format.ts';

export function namedTensors(model: ModelInfo): PredictionFormat<ParsedRequest<TensorInput>, Tensors> {
  const { inputs, outputs } = model.tensors;
  const wanted = outputs.map(({ name }) => name);
  const remedy = `request it as binary data from ${modelPath(model.name)}/infer`;
  const PredictionRequest = strictFields({ inputs: arraysOf(inputs) });
  const Prediction = arraysOf(outputs);
  const zeros = zerosOf(inputs);
  return {
    parse(request) {
      const sent = Object.entries(arraysIn(readJson(request), inputs)).sort();
      // The object has no prototype because an input may have any name.
      const tensors: Record<string, Tensor> = Object.create(null);
      for (const [name, rows] of sent) tensors[name] = tensorOf(name, rows, inputs);
      const input = model.tensors.input(tensors, wanted) as TensorInput;
      return { ...cachedContent(request, sent), input };
    },
    reply({ output }) {
      const tensors = model.tensors.output(output, wanted);
      const fields = wanted.map(
        (name) => `${JSON.stringify(name)}:${writeNestedJson(name, tensors[name]!, remedy)}`,
      );
      return uncached(200, `{${fields.join(',')}}`);
    },
    summary: 'Tensors as nested arrays',
    schemas: { PredictionRequest, Prediction },
    operation: {
      summary: 'All outputs of the model by name',
      description:
        'Accepts a nested array for each input. A model with one input also accepts that array alone. ' +
        'Among floating-point numbers, null stands for a missing value: NaN.',
      takes: jsonBody(PredictionRequest, zeros && { inputs: zeros }),
      gives: jsonBody(Prediction, zerosOf(outputs)),
    },
  };
}

function arraysOf(tensors: readonly TensorInfo[]): v.GenericSchema {
  const fields = tensors.map((tensor) => {
    const type = tensor.shape.length > 0 && { type: 'array' };
    return [tensor.name, v.pipe(v.unknown(), v.metadata({ ...type, description: describeTensor(tensor) }))];
  });
  return v.strictObject(Object.fromEntries(fields));
}

/** Larger examples are left out. */
const ELEMENTS_SHOWN = 100;

/** Nested arrays of zeros by name; open dimensions are 1. */
function zerosOf(tensors: readonly TensorInfo[]): Record<string, unknown> | undefined {
  if (elementsOf(tensors) > ELEMENTS_SHOWN) return undefined;
  return Object.fromEntries(
    tensors.map((tensor) => [tensor.name, JSON.parse(writeNestedJson(tensor.name, blankTensor(tensor), ''))]),
  );
}

const EnvelopeSchema = strictFields({ inputs: v.unknown() });

/** Nested arrays by the names of inputs. A model with one input also takes the array without a name. */
function arraysIn(body: unknown, inputs: readonly TensorInfo[]): Readonly<Record<string, unknown>> {
  const { inputs: sent = body } = (body ?? {}) as { inputs?: unknown };
  const [only, ...others] = inputs;
  if (sent !== body) checkBody(EnvelopeSchema, body);
  if (Array.isArray(sent) && only && others.length === 0) return { [only.name]: sent };
  if (sent !== body && typeof sent === 'object' && sent !== null && !Array.isArray(sent)) return { ...sent };
  const alone = others.length === 0 ? ', or that array alone' : '';
  const example = inputs.map(({ name }) => `${quote(name)}: […]`).join(', ');
  throw new Problem(
    'invalid-request',
    `The JSON must be {"inputs": {${example}}}, with a nested array for each input${alone}.`,
  );
}

/** The model determines the datatype of the tensor, and the arrays determine its shape. @throws {Problem} `invalid-tensor` */
function tensorOf(name: string, rows: unknown, inputs: readonly TensorInfo[]): Tensor {
  const tensor = inputs.find((input) => input.name === name);
  if (!tensor) throw unknownInput(name, inputs);
  const shape = shapeOf(rows);
  if (shape.length > MAX_DIMENSIONS) {
    throw invalidInput(name, `must have at most ${MAX_DIMENSIONS} dimensions`);
  }
  return readJsonData(name, tensor.datatype, shape, shape.length === 0 ? [rows] : rows, true);
}
