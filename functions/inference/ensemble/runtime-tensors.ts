/** Converts tensors to and from ONNX Runtime's tensors. Only this folder imports `onnxruntime-node`. */
import { type InferenceSession, Tensor as RuntimeTensor } from 'onnxruntime-node';
import { processEnvironment } from '../../process-environment.ts';
import type { Datatype, Tensor, Tensors } from '../model/tensors.ts';
import type { Graph, ValueInfo } from '../pipelines/pipeline.ts';

// ONNX Runtime reads the variable for its first session. Commands that run models in their own process set it only here.
process.env.ORT_DISABLE_TELEMETRY ??= processEnvironment.ORT_DISABLE_TELEMETRY;

takeHalvesAsBits();

const RUNTIME_TYPES = {
  BOOL: 'bool',
  UINT8: 'uint8',
  UINT16: 'uint16',
  UINT32: 'uint32',
  UINT64: 'uint64',
  INT8: 'int8',
  INT16: 'int16',
  INT32: 'int32',
  INT64: 'int64',
  FP16: 'float16',
  FP32: 'float32',
  FP64: 'float64',
  BYTES: 'string',
} as const satisfies Record<Datatype, RuntimeTensor.Type>;

const DATATYPES = Object.fromEntries(
  Object.entries(RUNTIME_TYPES).map(([datatype, type]) => [type, datatype]),
) as Partial<Record<string, Datatype>>;

export function graphOf(file: string, session: InferenceSession): Graph {
  return { file, inputs: session.inputMetadata.map(infoOf), outputs: session.outputMetadata.map(infoOf) };
}

function infoOf(value: InferenceSession.ValueMetadata): ValueInfo {
  return value.isTensor
    ? { name: value.name, datatype: DATATYPES[value.type], shape: value.shape }
    : { name: value.name, datatype: undefined, shape: [] };
}

export function toRuntime(tensors: Tensors): Record<string, RuntimeTensor> {
  const feeds: Record<string, RuntimeTensor> = {};
  for (const name in tensors) feeds[name] = runtimeTensor(tensors[name]!);
  return feeds;
}

function runtimeTensor({ datatype, shape, data }: Tensor): RuntimeTensor {
  if (datatype === 'BYTES') {
    return new RuntimeTensor(
      'string',
      data.map((bytes) => Buffer.from(bytes).toString('utf8')),
      shape,
    );
  }
  return new RuntimeTensor(RUNTIME_TYPES[datatype], data as never, shape);
}

/**
 * Makes ONNX Runtime keep half precision in `Uint16Array`. If Node has `Float16Array`, ONNX Runtime's JavaScript uses that type,
 * but its native code does not support it. ONNX Runtime chooses the type with its first tensor, so this function makes a tensor.
 */
function takeHalvesAsBits(): void {
  const halves = Object.getOwnPropertyDescriptor(globalThis, 'Float16Array');
  if (!halves) return;
  Reflect.deleteProperty(globalThis, 'Float16Array');
  new RuntimeTensor('bool', [], [0]);
  Object.defineProperty(globalThis, 'Float16Array', halves);
}

export function fromRuntime(outputs: InferenceSession.OnnxValueMapType): Tensors {
  const tensors: Record<string, Tensor> = {};
  for (const name in outputs) {
    const { type, dims, data } = outputs[name] as RuntimeTensor;
    const elements = type === 'string' ? (data as string[]).map((text) => Buffer.from(text, 'utf8')) : data;
    tensors[name] = { datatype: DATATYPES[type]!, shape: dims, data: elements } as Tensor;
  }
  return tensors;
}
