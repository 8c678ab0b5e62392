/** Measures the accuracy of a model. Its members run in this process, with the service's own code. */
import path from 'node:path';
import { hypothesesOf, normalizeTranscripts } from '../functions/inference/contracts/samples.ts';
import type { LabelPredictions } from '../functions/inference/pipelines/image-classification/prediction.ts';
import type { Pipeline } from '../functions/inference/pipelines/pipeline.ts';
import type { SentencePrediction } from '../functions/inference/pipelines/text-correction/prediction.ts';
import { type FoundModel, findModel } from '../model-repository/find-model.ts';
import { loadLocalModel } from '../model-repository/local-model.ts';
import { eachInTurn } from '../project/each-in-turn.ts';
import { UsageError } from '../project/usage-error.ts';
import { reportOf, type ScoredSample } from './figures.ts';
import type { EvaluationOptions } from './options.ts';
import { type LabelledSample, listSamples, readTable } from './samples.ts';

interface Evaluation {
  /** The option with which a user gives samples; undefined if only the model's own samples are evaluated. */
  readonly option?: 'images' | 'csv';
  /** The prediction, before the reject threshold applies. @param output of the ensemble, or of a single member */
  bestOf(output: unknown, pipeline: Pipeline): string;
}

const predictionOf: Evaluation['bestOf'] = (output, { summary }) => summary(output).prediction;

const EVALUATIONS: Readonly<Record<string, Evaluation>> = {
  'image-classification': {
    option: 'images',
    bestOf: (output) => (output as LabelPredictions)[0].ranking[0]?.label ?? '',
  },
  'text-classification': { option: 'csv', bestOf: predictionOf },
  // The prediction is the index of the best text.
  'text-ranking': { bestOf: predictionOf },
  'text-correction': { option: 'csv', bestOf: (output) => (output as SentencePrediction).text },
};

/**
 * Runs a model on labelled samples. @returns text to print
 * @throws {UsageError | ModelError} if the model or the samples cannot be used
 */
export async function evaluateModel(options: EvaluationOptions): Promise<string> {
  const model = await findModel(options.model);
  const { model: name, version, pipeline } = model.manifest;
  const evaluation = EVALUATIONS[pipeline];
  if (!evaluation) {
    const supported = Object.keys(EVALUATIONS).join(', ');
    throw new UsageError(
      `${name} has the pipeline ${pipeline}; eval supports ${supported}. Compare the responses of the running service with your labels`,
    );
  }
  const samples = samplesOf(model, evaluation, options);
  const { text, content } = await evaluate(model, evaluation, samples);
  return options.json ? JSON.stringify({ model: name, version, ...content }, undefined, 2) : text;
}

function samplesOf(
  { directory, manifest }: FoundModel,
  { option: own }: Evaluation,
  options: EvaluationOptions,
) {
  for (const option of ['images', 'csv'] as const) {
    if (options[option] === undefined || option === own) continue;
    throw new UsageError(
      `--${option} is not for models of the pipeline ${manifest.pipeline}, such as ${manifest.model}${own ? `; use --${own}` : ''}`,
    );
  }
  const { images = path.relative('.', path.join(directory, 'samples')), csv } = options;
  return csv === undefined ? listSamples(images) : readTable(csv);
}

async function evaluate(model: FoundModel, { bestOf }: Evaluation, samples: readonly LabelledSample[]) {
  const { predict, ensemble, info } = await loadLocalModel(model);
  const { pipeline } = ensemble;
  const { labels } = info;
  const isOfSentences = model.manifest.pipeline === 'text-correction';
  const known = labels && new Set(labels.labels);
  const scored: ScoredSample[] = [];
  await eachInTurn(samples, async ({ label: given, read }) => {
    const sample = await read();
    const [label] = isOfSentences ? normalizeTranscripts([given]) : [given];
    const { output, outputAlone, votes, decidedAfter, milliseconds: steps } = await predict(sample);
    const isListed = known?.has(label) ?? true;
    const best = bestOf(output, pipeline);
    const { rejected, prediction } = pipeline.summary(output);
    const needed = votes.slice(0, decidedAfter);
    const response = {
      name: 'as predicted',
      best: rejected ? prediction : best,
      milliseconds: needed.reduce((sum, { milliseconds }) => sum + milliseconds, steps.decode),
    };
    const judges = [
      // The speech recogniser's best hypothesis, before the correction.
      ...(isOfSentences ? [{ name: 'as heard', best: normalizeTranscripts(hypothesesOf(sample))[0] }] : []),
      ...info.members.map((name) => {
        // Members have no votes if a sample leaves them nothing to predict. Then the ensemble's prediction counts as theirs.
        const vote = votes.find((one) => one.name === name);
        const own = vote ? bestOf(outputAlone(vote), pipeline) : best;
        return { name, best: own, milliseconds: vote?.milliseconds };
      }),
      ...(labels?.reject === undefined ? [] : [{ name: 'ensemble', best }]),
    ];
    scored.push({
      label,
      isListed,
      wanted: isListed ? label : labels?.reject,
      // For a label outside the list, only the response counts, because no member can predict that label.
      judges: isListed ? [...judges, response] : [response],
    });
  });
  return reportOf(scored, labels, isOfSentences);
}
