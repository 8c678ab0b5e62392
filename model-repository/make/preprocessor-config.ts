/** Converts Hugging Face's `preprocessor_config.json`, or timm's `config.json`, to the field `input` of `ensemble.json`. */
import { defined } from '../../project/defined.ts';
import { readJson } from '../exported-folder.ts';

const FILE = 'preprocessor_config.json';

type Size = number | { readonly height?: number; readonly width?: number; readonly shortest_edge?: number };

interface Config {
  readonly size: Size;
  readonly crop_size: Size;
  /** The share of the resized picture's shorter side that ConvNeXT's crop keeps. */
  readonly crop_pct: number;
  readonly resample: number;
  readonly do_resize: boolean;
  readonly do_center_crop: boolean;
  readonly do_rescale: boolean;
  readonly rescale_factor: number;
  readonly do_normalize: boolean;
  readonly image_mean: number | readonly number[];
  readonly image_std: number | readonly number[];
  readonly do_flip_channel_order: boolean;
  readonly do_convert_annotations: boolean;
  readonly pad_size: Size;
}

/** Pillow's filters at the indexes that Pillow gives them. The filter with index 5, `hamming`, is not supported. */
const RESAMPLINGS = ['nearest', 'lanczos', 'bilinear', 'bicubic', 'box'];
/** Steps that this service supports, and steps that do not change the members' input. */
const FOLLOWED =
  /^do_(resize|center_crop|rescale|normalize|flip_channel_order|convert_rgb|convert_annotations)$/;

/** The defaults of timm's `resolve_data_config`, under the names in `pretrained_cfg`. */
const TIMM = {
  input_size: [3, 224, 224],
  interpolation: 'bicubic',
  crop_pct: 0.875,
  crop_mode: 'center',
  mean: [0.485, 0.456, 0.406],
  std: [0.229, 0.224, 0.225],
};

/** @returns `input` of `ensemble.json`, empty without a file; notes on unsupported steps; `edge`, the shorter side in `size` */
export function preprocessingIn(folder: string): {
  readonly input: Readonly<Record<string, unknown>>;
  readonly notes: string[];
  /** Name of the file that describes the preprocessing, even if the folder lacks this file. */
  readonly file: string;
  readonly edge?: number | undefined;
} {
  // timm's own file comes first, because the `preprocessor_config.json` that Transformers writes for a timm model is incomplete.
  const { pretrained_cfg: timm } = readJson<{ pretrained_cfg: object }>(folder, 'config.json');
  if (timm) return { ...timmInput({ ...TIMM, ...timm }), file: 'config.json' };
  const config = readJson<Config>(folder, FILE);
  if (Object.keys(config).length === 0) return { input: {}, notes: [], file: FILE };
  const { resample, do_rescale, rescale_factor, do_normalize, image_mean, image_std } = config;
  const { frame, notes } = frameOf(config);
  const filter = resample === undefined ? undefined : RESAMPLINGS[resample];
  if (resample !== undefined && filter === undefined) notes.push(`"resample": ${resample}`);
  // Without `pad_size`, processors of detectors pad pictures to the largest of their batch, so a single picture gets no padding.
  const padsBatches = config.do_convert_annotations !== undefined && !config.pad_size;
  for (const [name, isOn] of Object.entries(config)) {
    if (name === 'do_pad' && padsBatches) continue;
    if (name.startsWith('do_') && isOn === true && !FOLLOWED.test(name)) notes.push(`"${name}"`);
  }
  const input = {
    layout: 'nchw',
    ...frame,
    resample: filter,
    scale: do_rescale === false ? 1 : rescale_factor,
    ...(do_normalize === false ? {} : { mean: image_mean, deviation: image_std }),
    colour: config.do_flip_channel_order ? 'bgr' : undefined,
  };
  return {
    input: defined(input),
    edge: edgeOf(config),
    notes: notes.map(noteOn(FILE)),
    file: FILE,
  };
}

/** Follows timm's `transforms_imagenet_eval`. */
function timmInput({ input_size, interpolation, crop_pct, crop_mode, mean, std }: typeof TIMM) {
  const [, height, width] = input_size as [number, number, number];
  const [across, down] = [Math.floor(width / crop_pct), Math.floor(height / crop_pct)];
  const notes: string[] = [];
  let resize: object | number | undefined;
  if (crop_mode === 'squash') resize = { width: across, height: down };
  else if (crop_mode === 'center' && across === down) resize = across;
  else notes.push(`"crop_mode": "${crop_mode}" for ${width} × ${height}`);
  const resample = RESAMPLINGS.find((name) => name === interpolation);
  if (!resample) notes.push(`"interpolation": "${interpolation}"`);
  const input = { layout: 'nchw', width, height, resize, resample, mean, deviation: std };
  return { input: defined(input), notes: notes.map(noteOn('config.json')) };
}

const noteOn = (file: string) => (what: string) =>
  `${file} has ${what}, which is not supported: see docs/pictures.md`;

/** Size to which a picture is resized, and the part of the resized picture that members take. */
function frameOf(config: Partial<Config>): { frame: object; notes: string[] } {
  const { size, crop_size: crop, crop_pct: share, do_resize, do_center_crop: isCropped = false } = config;
  if (do_resize === false) return { frame: {}, notes: ['"do_resize": false'] };
  const edge = edgeOf(config);
  const sides = sidesOf(size);
  if (isCropped) {
    const cropped = sidesOf(crop) ?? sidesOf(edge);
    return { frame: { ...cropped, resize: edge ?? sides, crop: 'down' }, notes: [] };
  }
  if (edge !== undefined && share !== undefined) {
    // Like ConvNextImageProcessor, which resizes to a larger size and crops only if `shortest_edge` is below 384.
    const middle = edge < 384 && { resize: Math.trunc(edge / share), crop: 'down' };
    return { frame: { ...sidesOf(edge), ...middle }, notes: [] };
  }
  if (sides) return { frame: sides, notes: [] };
  return { frame: {}, notes: size === undefined ? [] : [`"size": ${JSON.stringify(size)} without a crop`] };
}

function edgeOf({ size }: Partial<Config>): number | undefined {
  return typeof size === 'number' ? size : size?.shortest_edge;
}

/** Both sides of a size; undefined if a side is missing. A number is the side of a square. */
function sidesOf(size: Size | undefined): { width: number; height: number } | undefined {
  if (typeof size === 'number') return { width: size, height: size };
  const { width, height } = size ?? {};
  return width === undefined || height === undefined ? undefined : { width, height };
}
