/**
 * Runs a model on its own samples and counts the correct predictions. `--fix` records the predictions, and load tests expect them
 * of a service.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eachInTurn } from '../../project/each-in-turn.ts';
import type { TriedModel } from '../local-model.ts';
import type { Findings } from '../make/report.ts';
import { listedSamples, readSamples } from '../request-source.ts';

/** With fewer samples, even a good model may get all of them wrong by chance. */
const ENOUGH_SAMPLES = 3;
const WRONG_SHOWN = 5;

/** Fields to check if no prediction equals its sample's label, by pipeline. Samples of other pipelines are not predicted here. */
const SUSPECTS: Readonly<Record<string, string>> = {
  'image-classification': 'scale, mean, labels',
  'text-correction': 'vocabulary, threshold',
};

/**
 * Predicts the labelled samples with the service's code, and counts the correct predictions. @param fix writes each prediction
 * into `samples/labels.json`
 */
export async function predictSamples(tried: TriedModel, fix: boolean, { wrong, samples, notes }: Findings) {
  const suspects = SUSPECTS[tried.manifest.pipeline];
  if (suspects === undefined) return;
  const labelled = (await readSamples(tried.directory)).filter(({ label }) => label !== undefined);
  if (labelled.length === 0) return;
  const predictions = new Map<string, string>();
  const missed: string[] = [];
  await eachInTurn(labelled, async (sample) => {
    const { name, label } = sample;
    const reply = await tried
      .predict(sample)
      .then((prediction) => prediction.reply())
      .catch((error: Error) => ({ error: error.message }));
    const predicted = 'prediction' in reply ? reply.prediction : `nothing (${reply.error})`;
    predictions.set(name, predicted);
    if (predicted !== label) missed.push(`${name} is ${label}, predicted ${predicted}`);
  });
  const right = labelled.length - missed.length;
  if (labelled.length >= ENOUGH_SAMPLES && right === 0) {
    wrong.push(`none of the samples is predicted correctly: check ${suspects} in ensemble.json`);
  }
  samples.push(`${right} of ${labelled.length} predicted correctly`, ...missed.slice(0, WRONG_SHOWN));
  if (missed.length > WRONG_SHOWN) samples.push('…');
  if (labelled.every(({ name, predicted }) => predicted === predictions.get(name))) return;
  if (fix) await recordPredictions(tried.directory, predictions);
  notes.push(
    fix
      ? 'predictions were recorded in samples/labels.json, for load tests'
      : 'samples/labels.json lacks current predictions, which load tests require: --fix records them',
  );
}

async function recordPredictions(directory: string, predictions: ReadonlyMap<string, string>): Promise<void> {
  const folder = path.join(directory, 'samples');
  const lines = listedSamples(folder).map((entry) =>
    // One line for each sample, for people.
    JSON.stringify({ ...entry, predicted: predictions.get(entry.file) }, undefined, 1).replaceAll(
      /\n */g,
      ' ',
    ),
  );
  await writeFile(path.join(folder, 'labels.json'), `[\n  ${lines.join(',\n  ')}\n]\n`);
}
