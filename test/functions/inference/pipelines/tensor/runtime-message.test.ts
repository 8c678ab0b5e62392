import { expect, test } from 'vitest';
import { plainMessage } from '../../../../../functions/inference/pipelines/tensor/runtime-message.ts';

// Parts of the messages of ONNX Runtime 1.30.
const NODE = 'Non-zero status code returned while running';
const SOURCE = '/onnxruntime_src/onnxruntime/core/providers/cpu';

test.each([
  [
    `${NODE} Add node. Name:'sum' Status Message: ${SOURCE}/math/element_wise_ops.h:583 void onnxruntime::BroadcastIterator::Append(ptrdiff_t, ptrdiff_t) axis == 1 || axis == largest was false. Attempting to broadcast an axis by a dimension other than 1. 2 by 3\n`,
    'Add "sum": Attempting to broadcast an axis by a dimension other than 1. 2 by 3',
  ],
  [
    `${NODE} Reshape node. Name:'' Status Message: ${SOURCE}/tensor/reshape_helper.h:91 onnxruntime::ReshapeHelper::ReshapeHelper(const onnxruntime::TensorShape&, onnxruntime::TensorShapeVector&, bool) input_shape_size == requested_shape_size was false. The input tensor cannot be reshaped to the requested shape. Input shape:{2,4}, requested shape:{3,5}\n`,
    'Reshape: The input tensor cannot be reshaped to the requested shape. Input shape:{2,4}, requested shape:{3,5}',
  ],
  [
    `${NODE} Concat node. Name:'' Status Message: concatbase.h:133 PrepareForComputeImpl Non concat axis dimensions must match: Axis 0 has mismatched dimensions of 3 and 2`,
    'Concat: Non concat axis dimensions must match: Axis 0 has mismatched dimensions of 3 and 2',
  ],
  [
    `${NODE} Gather node. Name:'' Status Message: indices element out of data bounds, idx=9 must be within the inclusive range [-2,1]`,
    'Gather: indices element out of data bounds, idx=9 must be within the inclusive range [-2,1]',
  ],
  ['Missing Input: a', 'Missing Input: a'],
])('a caller gets the error without ONNX Runtime’s source: %#', (message, shown) => {
  expect(plainMessage(message)).toBe(shown);
});
