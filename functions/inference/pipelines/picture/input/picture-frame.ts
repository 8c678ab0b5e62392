/** Finds the picture in a graph's dimensions: [n, h, w, c], [n, c, h, w], [n, h, w] or [n, values]. */
import { sizeOf, type ValueInfo } from '../../pipeline.ts';
import type { InputEntry } from './input-schema.ts';

/** A size, or undefined if the graph leaves it open. */
type Size = number | undefined;
/** `values`: the picture is one row of values. */
type Dimension = 'channels' | 'height' | 'width' | 'values';

/**
 * @param input the fields of `ensemble.json`. They complete the graph's open dimensions, and must agree with its fixed ones.
 * @param wrong collects mistakes
 * @returns undefined if a size is missing. `shape` is that of the tensor for one picture; `planar` means channel by channel.
 */
export function findFrame({ shape }: ValueInfo, input: InputEntry, wrong: string[]) {
  const sizes = shape.map(sizeOf);
  const planar = isPlanar(sizes, input, wrong);
  const dimensions = dimensionsOf(sizes.length, planar);
  if (!dimensions) {
    wrong.push('an input for pictures has 2 to 4 dimensions, and the first one is the batch');
    return undefined;
  }
  const graph: { readonly [Name in Dimension]?: Size } = {
    ...(sizes.length === 3 && { channels: 1 }),
    ...Object.fromEntries(dimensions.map((name, index) => [name, sizes[index + 1]])),
  };
  const root = Math.sqrt(graph.values ?? Number.NaN);
  const side = Number.isInteger(root) ? root : undefined;
  const height = agree('height', graph.height ?? side, input.height, wrong);
  const width = agree('width', graph.width ?? side, input.width, wrong);
  const channels = findChannels(graph, input, wrong);
  if (width === undefined || height === undefined || channels === undefined) return undefined;
  for (const name of ['mean', 'deviation'] as const) {
    const given = input[name];
    if (typeof given !== 'number' && given.length !== channels) {
      wrong.push(`"${name}" has ${given.length} values for ${channels} channels`);
    }
  }
  const known = { width, height, channels, values: width * height * channels };
  if (graph.values !== undefined && graph.values !== known.values) {
    wrong.push(`${width} × ${height} × ${channels} are not the ${graph.values} values that the graph takes`);
  }
  return { width, height, channels, planar, shape: [1, ...dimensions.map((name) => known[name])] };
}

/** Dimensions after the dimension of the batch; undefined if the rank is not 2, 3 or 4. */
function dimensionsOf(rank: number, planar: boolean): readonly Dimension[] | undefined {
  if (rank === 2) return ['values'];
  if (rank === 3) return ['height', 'width'];
  if (rank !== 4) return undefined;
  return planar ? ['channels', 'height', 'width'] : ['height', 'width', 'channels'];
}

function isPlanar(sizes: readonly Size[], { layout }: InputEntry, wrong: string[]): boolean {
  if (layout !== undefined || sizes.length !== 4) return layout === 'nchw';
  const [first, last] = [isChannels(sizes[1]), isChannels(sizes[3])];
  if (first && last) wrong.push('set "layout" to "nchw" or "nhwc", because the dimensions are ambiguous');
  return first && !last;
}

function isChannels(size: Size): size is 1 | 3 {
  return size === 1 || size === 3;
}

function findChannels(
  graph: { readonly channels?: Size; readonly values?: Size },
  { colour }: InputEntry,
  wrong: string[],
): 1 | 3 | undefined {
  const configured = colour === undefined ? undefined : colour === 'grey' ? 1 : 3;
  if (graph.channels !== undefined && configured !== undefined && graph.channels !== configured) {
    wrong.push(`"colour": "${colour}" has ${configured} channels, but the graph takes ${graph.channels}`);
  }
  const channels = graph.channels ?? configured ?? (graph.values === undefined ? 3 : 1);
  if (isChannels(channels)) return channels;
  wrong.push(`a picture has 1 or 3 channels, not ${channels}`);
  return undefined;
}

function agree(name: 'width' | 'height', ofGraph: Size, configured: Size, wrong: string[]): Size {
  if (ofGraph !== undefined && configured !== undefined && ofGraph !== configured) {
    wrong.push(`ensemble.json says "${name}": ${configured}, but the graph takes ${ofGraph}`);
  } else if (ofGraph === undefined && configured === undefined) {
    wrong.push(`set "${name}", because the graph leaves it open`);
  }
  return ofGraph ?? configured;
}
