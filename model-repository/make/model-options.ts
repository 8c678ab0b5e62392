/**
 * Options of `add` and `start` for information that a model's graph does not contain. The file loads nothing, because most
 * starts have no such options.
 */

/** Options that take a value. */
function texts<const Name extends string>(...names: Name[]) {
  const options = names.map((name) => [name, { type: 'string' }]);
  return Object.fromEntries(options) as Readonly<Record<Name, { readonly type: 'string' }>>;
}

const ofEveryModel = texts('name', 'pipeline', 'title', 'hint', 'version', 'contract', 'deadline', 'weight');
const ofPictures = {
  ...texts('width', 'height', 'colour', 'layout', 'fit', 'resize', 'resample'),
  ...texts('background', 'scale', 'mean', 'std'),
};

export const MODEL_OPTIONS = {
  ...ofEveryModel,
  ...ofPictures,
  ...texts('labels', 'scores', 'reject', 'output', 'shape', 'threshold', 'iou'),
};

export type ModelOption = keyof typeof MODEL_OPTIONS;

/** Options that are for models of every pipeline. */
export const COMMON_OPTIONS = Object.keys(ofEveryModel) as readonly ModelOption[];

/** Options of every pipeline of pictures. */
export const PICTURE_OPTIONS = Object.keys(ofPictures) as readonly ModelOption[];

/** Values from `parseArgs`. */
export type ModelValues = { readonly [Option in ModelOption]?: string | undefined };

export const MODEL_OPTIONS_HELP = `\
  --name <model>         name of the model, used in addresses (default: the file's name)
  --pipeline <name>      image-classification, image-feature-extraction, object-detection, text-classification,
                         text-ranking, token-classification, feature-extraction or tensor (default: as the graph and
                         the files beside it suggest; texts need a tokenizer.json there)
  --labels <file>        one label per line, or a JSON list, in the order of the outputs (default: 0, 1, 2, …)
  --title, --hint <text> name of the model for people, and what to send
  --version <text>       version of the model (default 1; of a bare file, a hash of it and of its options)
  --contract <list>      esun-2021, esun-2022, openai-embeddings, predictions, rerank, open-inference, which is
                         always included
  --deadline <ms>        deadline of a request (default 1000)
  --weight <list>        weights of several members' votes, in the order of the files (default 1)

Options of a model of pictures, for what the graph does not record:

  --width, --height <n>  size of the picture, if the graph leaves it open
  --colour <order>       rgb, bgr or grey (default: grey for one channel, else rgb)
  --layout <order>       nhwc or nchw, if the dimensions are ambiguous
  --fit <way>            fill stretches, cover crops, contain adds bars (default fill)
  --resize <n>           instead of --fit: the shorter side (256) or both (256x256) before the middle is cropped, as in
                         torchvision and Hugging Face
  --resample <filter>    nearest, box, bilinear, bicubic or lanczos, as Pillow has them, or inter_linear, as OpenCV
                         has it, without antialiasing (default bilinear; of Ultralytics' detectors inter_linear)
  --background <colour>  colour behind transparency and bars (default #ffffff)
  --scale <x>            a value is (pixel × scale − mean) / deviation (default 1/255, or 1 for UINT8)
  --mean, --std <list>   one number, or one for each channel, such as 0.485,0.456,0.406 (default 0 and 1)
  --scores <which>       probabilities or logits (default: determined by running the model)
  --reject <l=t>         reject label and threshold, such as unknown=0.5: the prediction below confidence 0.5
  --output <name>        name of the graph's output, if it has several
  --threshold, --iou <x> for a detector: lowest score of a box, and overlap beyond which one is left out
  --shape <n=sizes>      shapes for warming up, if the graph leaves them open: x=1,128;mask=1,128`;
