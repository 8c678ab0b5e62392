/** A decoded picture as the tensor that a member takes. */
import type { Tensor } from '../../model/tensors.ts';
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

/** Whether the bytes are what the member takes. */
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
