import { describe, expect, it } from 'vitest';
import { requestOfZeros } from '../../functions/page/browser/tensors/zeros.ts';

describe('the request to begin with', () => {
  it('holds a tensor of zeros for every input, open dimensions being one', () => {
    const text = requestOfZeros([
      { name: 'x', datatype: 'FP32', shape: [-1, 3] },
      { name: 'is it', datatype: 'BOOL', shape: [2] },
      { name: 'words', datatype: 'BYTES', shape: [] },
    ]);

    expect(JSON.parse(text)).toEqual({
      inputs: [
        { name: 'x', datatype: 'FP32', shape: [1, 3], data: [0, 0, 0] },
        { name: 'is it', datatype: 'BOOL', shape: [2], data: [false, false] },
        { name: 'words', datatype: 'BYTES', shape: [], data: [''] },
      ],
    });
  });

  it('has a line for every input', () => {
    const input = { name: 'x', datatype: 'INT64', shape: [2, 2] } as const;

    expect(requestOfZeros([input, input]).split('\n')).toHaveLength(6);
  });

  it('leaves out what nobody could read or write', () => {
    const text = requestOfZeros([{ name: 'x', datatype: 'UINT8', shape: [1, 1000, 1000, 3] }]);

    expect(JSON.parse(text).inputs[0].data).toEqual([]);
  });
});
