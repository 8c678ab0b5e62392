/** Makes the members' inputs from a request's pictures. */
import {
  ARRAYS,
  elementCount,
  halvesOf,
  type SizedTensor,
  type Tensor,
  type Tensors,
} from '../../../model/tensors.ts';
import { Problem } from '../../../problems/problems.ts';
import type { Feeds } from '../../pipeline.ts';
import { type DecodedPicture, decodePicture, warmUpDecoder } from '../decode.ts';
import type { PictureSize } from '../file/picture-header.ts';
import { readHeader } from '../file/read-header.ts';
import type { PictureFormat } from '../place.ts';
import type { InputFormat, PictureTensor } from './member-formats.ts';

/** The pictures of a request, as contracts pass them. */
export interface Pictures {
  /** Bytes of picture files, still unchecked; or a tensor in the members' format, with a picture in each row. */
  readonly pictures: readonly Uint8Array[] | SizedTensor;
}

/**
 * The steps that all pipelines of pictures share.
 * @returns the steps from requests to members, and the sizes of a decoded request's pictures after EXIF rotation
 */
export function pictureSteps(formats: readonly InputFormat[]) {
  const keys = formats.map(({ picture }) => JSON.stringify(picture));
  /** For each member, the index of the first member with the same `picture` format. */
  const alike = keys.map((key) => keys.indexOf(key));
  const [{ picture: first }] = formats as [InputFormat, ...InputFormat[]];
  const sizes = new WeakMap<Pictures, readonly PictureSize[]>();
  /** Tensors that were made here. Only these are written over, not those of requests and of the warm-up. */
  const made = new WeakSet<Tensor>();
  /** For each member, a tensor that no run needs any more. Reuse saves 2 ms of CPU for a tensor of 640 × 640 pixels. */
  const spare: (Tensor | undefined)[] = [];
  return {
    steps: {
      /**
       * Makes the input of each member. Each picture is a separate part of the request, so that its prediction does not depend
       * on other pictures, as it would in an INT8 model that quantises a whole batch by one scale. Members with the same
       * `picture` format share one decoding.
       */
      async decode(request: Pictures): Promise<Feeds> {
        const { pictures } = request;
        if ('datatype' in pictures) {
          const rows = rowsOf(pictures);
          return (member) => {
            const { input, extraInputs } = formats[member]!;
            return rows.map((row) => ({ [input]: row, ...extraInputs }));
          };
        }
        if (pictures.length > 1) await requireWithinLimitTogether(pictures, first);
        // A picture that cannot be read must be refused before any member runs.
        const decoded: (DecodedPicture[] | Promise<DecodedPicture[]>)[] = [await decodeAll(pictures, first)];
        sizes.set(request, await decoded[0]!);
        return async (member) => {
          const own = formats[member]!;
          const first = alike[member]!;
          decoded[first] ??= decodeAll(pictures, own.picture);
          return (await decoded[first]).map(({ pixels }) => {
            const feeds = feedsOf(pixels, own, spare[member]);
            spare[member] = undefined;
            made.add(feeds[own.input]!);
            return feeds;
          });
        };
      },
      recycle(inputs: Tensors, member: number) {
        const tensor = inputs[formats[member]!.input]!;
        if (made.delete(tensor)) spare[member] = tensor;
      },
      work: ({ pictures }: Pictures) => ('datatype' in pictures ? pictures.shape[0]! : pictures.length),
      items: ({ pictures }: Pictures) => ({
        name: 'images',
        count: 'datatype' in pictures ? 1 : pictures.length,
        problem: 'image-too-many-pixels' as const,
      }),
      warmUp: () => warmUpDecoder(first),
      blank: () => (member: number) => {
        const format = formats[member]!;
        return [feedsOf(new Uint8Array(elementCount(format.shape)), format)];
      },
    },
    /** Sizes of the pictures of a decoded request; none if it has a tensor. */
    sizesOf: (request: Pictures): readonly PictureSize[] => sizes.get(request) ?? [],
  };
}

/** Pictures are decoded one by one, because each may take as much memory as a request is allowed. */
async function decodeAll(files: readonly Uint8Array[], format: PictureFormat): Promise<DecodedPicture[]> {
  const decoded: DecodedPicture[] = [];
  for (const file of files) decoded.push(await decodePicture(file, format));
  return decoded;
}

function rowsOf({ datatype, shape, data }: SizedTensor): Tensor[] {
  const [count = 1, ...rest] = shape;
  const size = data.length / count;
  return Array.from({ length: count }, (_, row) => {
    return { datatype, shape: [1, ...rest], data: data.subarray(row * size, (row + 1) * size) } as Tensor;
  });
}

/** Small files may hold large pictures, so all pictures of a request together have the limit of one picture. */
async function requireWithinLimitTogether(
  files: readonly Uint8Array[],
  { maxPixels }: PictureFormat,
): Promise<void> {
  let pixels = 0;
  for (const file of files) {
    const { width, height } = await readHeader(file);
    pixels += width * height;
  }
  if (pixels <= maxPixels) return;
  throw new Problem(
    'image-too-many-pixels',
    `The ${files.length} images have ${pixels} pixels together; at most ${maxPixels} are taken in a request, as input.maxPixels of ` +
      'ensemble.json says.',
  );
}

/**
 * Inputs of a member for one picture.
 * @param pixels height × width × channels bytes, row by row, as `decodePicture` returns them
 * @param spare a tensor of this format, which may be written over
 */
export function feedsOf(pixels: Uint8Array, format: InputFormat, spare?: Tensor): Tensors {
  const { input, extraInputs, datatype, shape } = format;
  if (takesPixels(format)) return { [input]: { datatype: 'UINT8', shape, data: pixels }, ...extraInputs };
  const tensor = {
    datatype,
    shape,
    data: spare?.data ?? new ARRAYS[datatype](pixels.length),
  } as PictureTensor;
  arrange(pixels, format, tensor.datatype === 'FP16' ? halvesOf(tensor.data) : tensor.data);
  return { [input]: tensor, ...extraInputs };
}

/** Whether the tensor has the same bytes as the pixels. Copying them singly would take 1/20 of the CPU time of a photograph. */
function takesPixels({ datatype, planar, order, scale, mean, deviation }: InputFormat): boolean {
  const isPixelByPixel = mean.length === 1 || (order === 'rgb' && !planar);
  const isUnscaled = scale === 1 && mean.every((one) => one === 0) && deviation.every((one) => one === 1);
  return datatype === 'UINT8' && isPixelByPixel && isUnscaled;
}

function arrange(
  pixels: Uint8Array,
  { planar, order, scale, mean, deviation }: InputFormat,
  values: Uint8Array | Float16Array | Float32Array | Float64Array,
): void {
  const channels = mean.length;
  const { length } = pixels;
  const step = planar ? 1 : channels;
  for (let channel = 0; channel < channels; channel++) {
    const factor = scale / deviation[channel]!;
    const offset = mean[channel]! / deviation[channel]!;
    let from = order === 'bgr' ? channels - 1 - channel : channel;
    let to = planar ? (channel * length) / channels : channel;
    for (; from < length; from += channels, to += step) values[to] = pixels[from]! * factor - offset;
  }
}
