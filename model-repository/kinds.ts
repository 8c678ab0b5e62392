/** Recognises the kind of an exported model by its files, so that no model is served as something else. */

import path from 'node:path';
import { metadataOf } from '../functions/inference/model/model-proto.ts';
import type { Graph } from '../functions/inference/pipelines/pipeline.ts';
import { commandLine } from '../project/command-line.ts';
import { UsageError } from '../project/usage-error.ts';
import { architectureOf, onnxFilesIn } from './exported-folder.ts';

interface Kind {
  /** Name of the kind, with its article. */
  readonly is: string;
  /** Classes of Hugging Face's Transformers in `config.json`; undefined if no class determines this kind. */
  readonly classes?: RegExp;
  /** A name in the metadata that Ultralytics or RapidOCR write into a graph, and the pattern of its value. */
  readonly metadata?: readonly [name: string, values: RegExp];
  /** Names of inputs and outputs; only graphs of this kind have all of them. */
  readonly tensors?: readonly string[];
  /** Beginnings of file names, if models of this kind are exported into several files. */
  readonly files?: readonly string[];
  /** Pipelines that serve this kind besides `tensor`; by default none. */
  readonly pipelines?: readonly string[];
  /** Whether `config.json` may name a class of this kind although the exported model gives embeddings. */
  readonly embeds?: boolean;
}

/** The first match counts. Audio comes first, because names of audio classes end like names of text classes. */
const KINDS: readonly Kind[] = [
  {
    is: 'a model of audio',
    classes: /Whisper|Speech|Wav2Vec|Hubert|WavLM|Audio|ForCTC$|ForXVector$/,
    tensors: ['input_features'],
  },
  {
    is: 'a model that reads text in pictures (OCR)',
    classes: /^VisionEncoderDecoder|^Donut|^Nougat|TrOCR/,
    // RapidOCR's labels are single characters. RapidLayout writes labels under the same name, but they are words.
    metadata: ['character', /^.(\n|$)/u],
  },
  {
    is: 'a segmentation model',
    classes: /Segmentation$|^Sam\d?Model$/,
    metadata: ['task', /^(segment|semantic)$/],
    tensors: ['pred_masks'],
    files: ['vision_encoder', 'prompt_encoder'],
  },
  {
    is: 'a depth estimator',
    classes: /ForDepthEstimation$/,
    metadata: ['task', /^depth$/],
    tensors: ['predicted_depth'],
  },
  { is: 'a pose estimator', metadata: ['task', /^pose$/] },
  { is: 'a detector of oriented boxes', metadata: ['task', /^obb$/] },
  {
    is: 'a model with a tower for texts and a tower for pictures',
    tensors: ['text_embeds', 'image_embeds'],
    files: ['text_model', 'vision_model'],
  },
  {
    is: 'a question answering model',
    classes: /ForQuestionAnswering$/,
    tensors: ['start_logits', 'end_logits'],
  },
  { is: 'a masked language model', classes: /ForMaskedLM$|ForPreTraining$/, embeds: true },
  { is: 'a multiple choice model', classes: /ForMultipleChoice$/ },
  {
    is: 'a sequence-to-sequence model',
    classes: /ForConditionalGeneration$|Seq2SeqLM$|MarianMTModel$|EncoderDecoderModel$/,
    tensors: ['encoder_hidden_states'],
    files: ['encoder_model', 'decoder_model'],
  },
  {
    is: 'a language model that writes text',
    classes: /ForCausalLM$|LMHeadModel$/,
    tensors: ['past_key_values.0.key'],
    embeds: true,
  },
  { is: 'a token classifier', classes: /ForTokenClassification$/, pipelines: ['token-classification'] },
  {
    is: 'a text classifier',
    classes: /ForSequenceClassification$/,
    pipelines: ['text-classification', 'text-ranking'],
  },
];

/** The kind of a model according to its files. */
export function kindOf(folder: string, { file, inputs, outputs }: Graph) {
  const named = architectureOf(folder);
  const written = metadataOf(file);
  const names = new Set([...inputs, ...outputs].map(({ name }) => name));
  const isWritten = ([name, values]: readonly [string, RegExp]) => values.test(written[name] ?? '');
  const kind = KINDS.find(
    ({ classes, tensors, metadata }) =>
      classes?.test(named) || (metadata && isWritten(metadata)) || tensors?.every((name) => names.has(name)),
  );
  return kind && { pipelines: [], embeds: false, ...kind, is: kind.is + (named && ` (${named})`) };
}

/** The error for a folder with ONNX files of which none is clearly the model; undefined for a folder without ONNX files. */
export function severalFiles(folder: string): UsageError | undefined {
  const files = onnxFilesIn(folder);
  const [first] = files;
  if (first === undefined) return undefined;
  const names = files.map((file) => path.basename(file));
  const kind = KINDS.find(({ files: starts }) =>
    starts?.every((start) => names.some((name) => name.startsWith(start))),
  );
  const is = kind ? `: together they are ${kind.is}, for which there is no pipeline` : '';
  const command = `${commandLine('start')} ${first}`;
  return new UsageError(
    `${folder} holds ${names.join(', ')}${is}; name the file to serve, such as ${command}`,
  );
}
