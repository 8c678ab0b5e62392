import { describe, expect, it } from 'vitest';
import type { MemberFormat } from '../../../../../functions/inference/pipelines/image-classification/member-format.ts';
import { toTensor } from '../../../../../functions/inference/pipelines/image-classification/member-tensors.ts';

/** Two pixels beside each other. */
const PIXELS = Uint8Array.of(0, 51, 102, 153, 204, 255);

function format(changes: Partial<MemberFormat>): MemberFormat {
  return {
    input: 'x',
    datatype: 'FP32',
    shape: [1, 1, 2, 3],
    picture: { width: 2, height: 1, colour: 'rgb', fit: 'fill', background: '#ffffff' },
    order: 'rgb',
    planar: false,
    scale: 1 / 255,
    mean: [0, 0, 0],
    deviation: [1, 1, 1],
    output: 'y',
    scores: 'probabilities',
    ...changes,
  };
}
const valuesOf = (changes: Partial<MemberFormat>) =>
  Array.from(toTensor(PIXELS, format(changes)).data as Float32Array, (value) => Number(value.toFixed(3)));

describe('a picture as a tensor', () => {
  it('has one channel after the other where the member takes it so', () => {
    expect(valuesOf({ planar: true })).toEqual([0, 0.6, 0.2, 0.8, 0.4, 1]);
  });

  it('has its channels in the other order where the member was taught so', () => {
    expect(valuesOf({ order: 'bgr' })).toEqual([0.4, 0.2, 0, 1, 0.8, 0.6]);
  });

  it('has the mean taken off and is divided by the deviation, each channel by its own', () => {
    expect(valuesOf({ mean: [0.5, 0, 0.4], deviation: [0.5, 0.1, 2] })).toEqual([-1, 2, 0, 0.2, 8, 0.3]);
  });

  it('is its own bytes where nothing has to be done, without a copy', () => {
    const plain = format({ datatype: 'UINT8', scale: 1 });

    expect(toTensor(PIXELS, plain).data).toBe(PIXELS);
  });

  it('is half as precise where the member takes it so', () => {
    const { datatype, data } = toTensor(PIXELS, format({ datatype: 'FP16', shape: [1, 1, 2, 3] }));

    expect(datatype).toBe('FP16');
    // 1.0 in half precision.
    expect((data as Uint16Array)[5]).toBe(0x3c00);
  });
});
