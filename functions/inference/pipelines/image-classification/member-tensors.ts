/** A decoded picture as the tensor that a member takes. */

import { ModelError } from '../../model/model-error.ts';
import { halvesOf, type Tensor } from '../../model/tensors.ts';
import type { MemberFormat } from './member-format.ts';

const FLOATS = { FP16: Float16Array, FP32: Float32Array, FP64: Float64Array } as const;

/** @param pixels height × width × channels bytes, row by row, as `decodePicture` gives them */
export function toTensor(pixels: Uint8Array, format: MemberFormat): Tensor {
  const { datatype, shape } = format;
  if (datatype === 'UINT8') {
    const data = isPlain(format) ? pixels : (arrange(pixels, format, Uint8Array) as Uint8Array);
    return { datatype, shape, data };
  }
  const data = arrange(pixels, format, FLOATS[datatype]);
  return datatype === 'FP16'
    ? { datatype, shape, data: new Uint16Array(data.buffer as ArrayBuffer) }
    : ({ datatype, shape, data } as Tensor);
}

function isPlain({ planar, order, scale, mean, deviation, picture }: MemberFormat): boolean {
  return (
    (!planar || picture.colour === 'grey') &&
    order === 'rgb' &&
    scale === 1 &&
    mean.every((value) => value === 0) &&
    deviation.every((value) => value === 1)
  );
}

type Values = Uint8Array | Float16Array | Float32Array | Float64Array;

function arrange(
  pixels: Uint8Array,
  { planar, order, scale, mean, deviation }: MemberFormat,
  Type: new (length: number) => Values,
): Values {
  const channels = mean.length;
  const places = pixels.length / channels;
  const values = new Type(pixels.length);
  for (let channel = 0; channel < channels; channel++) {
    const from = order === 'bgr' ? channels - 1 - channel : channel;
    const factor = scale / deviation[channel]!;
    const offset = mean[channel]! / deviation[channel]!;
    for (let place = 0; place < places; place++) {
      const target = planar ? channel * places + place : place * channels + channel;
      values[target] = pixels[place * channels + from]! * factor - offset;
    }
  }
  return values;
}

/** Probabilities in 16 bits may add up to one as badly as this. */
const TOLERANCE = 0.02;

/** @returns one probability per label, in the order of the labels */
export function readMemberOutput({ datatype, data }: Tensor, { scores }: MemberFormat): Float32Array {
  const values =
    datatype === 'FP16'
      ? Float32Array.from(halvesOf(data))
      : datatype === 'FP32'
        ? data
        : Float32Array.from(data as Float64Array);
  return scores === 'logits' ? softmax(values) : values;
}

/** @throws {ModelError} where a member does not give what `ensemble.json` says */
export function checkMemberOutput(memberOutput: Float32Array, labelCount: number, file: string): void {
  const sum = memberOutput.reduce((total, value) => total + value, 0);
  if (memberOutput.length !== labelCount) {
    throw new ModelError(`${file} gives ${memberOutput.length} scores for ${labelCount} labels`);
  }
  // Written so that NaN is no probability either.
  if (!(Math.abs(sum - 1) <= TOLERANCE) || memberOutput.some((value) => value < 0 || value > 1 + TOLERANCE)) {
    throw new ModelError(
      `${file} gives scores that add up to ${sum.toPrecision(3)}, which are no probabilities: if they are logits, ` +
        'say "output": {"scores": "logits"} in ensemble.json',
    );
  }
}

function softmax(logits: Float32Array): Float32Array {
  let greatest = Number.NEGATIVE_INFINITY;
  for (const logit of logits) if (logit > greatest) greatest = logit;
  const probabilities = new Float32Array(logits.length);
  let sum = 0;
  for (let label = 0; label < logits.length; label++) {
    const share = Math.exp(logits[label]! - greatest);
    probabilities[label] = share;
    sum += share;
  }
  for (let label = 0; label < logits.length; label++) probabilities[label]! /= sum;
  return probabilities;
}
