/** What the service says of a model, in the terms of the protocol. */
import type { TensorInfo } from '../../../model/tensors.ts';
import type { ModelInfo } from '../../contract.ts';

/** The protocol's `$metadata_model_response`; sizes of -1 are open. */
export const modelMetadata = ({ name, version, members, tensors }: ModelInfo) => ({
  name,
  versions: [version],
  platform: members.length === 1 ? 'onnx_onnxv1' : 'ensemble',
  inputs: tensors.inputs.map(metadataTensor),
  outputs: tensors.outputs.map(metadataTensor),
});

export const modelReady = ({ name }: ModelInfo) => ({ name, ready: true });

/** As much of Triton's `ModelConfig` message as is true here: shapes hold every dimension, so there is no batch size. */
export const modelConfiguration = ({ name, members, tensors }: ModelInfo) => ({
  name,
  platform: members.length === 1 ? 'onnxruntime_onnx' : 'ensemble',
  max_batch_size: 0,
  input: tensors.inputs.map(configurationTensor),
  output: tensors.outputs.map(configurationTensor),
});

const metadataTensor = ({ name, datatype, shape }: TensorInfo) => ({ name, datatype, shape });

const configurationTensor = ({ name, datatype, shape }: TensorInfo) => ({
  name,
  data_type: datatype === 'BYTES' ? 'TYPE_STRING' : `TYPE_${datatype}`,
  dims: shape,
});
