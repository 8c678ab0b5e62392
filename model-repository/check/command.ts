/** `npm run add -- --check`: judges models' folders. */
import { readManifest } from '../../functions/inference/model/manifest.ts';
import { ModelError } from '../../functions/inference/model/model-error.ts';
import { eachInTurn } from '../../project/each-in-turn.ts';
import { modelDirectory } from '../find-model.ts';
import { type LocalModel, loadLocalModel } from '../local-requests.ts';
import { describeTried, fromHere, lambdaLimitNote, nextCommands } from '../make/report.ts';
import { tryModel } from '../make/try-model.ts';
import { readSamples } from '../request-source.ts';
import { checkFiles, checkSampleFiles } from './check-files.ts';
import { checkManifestFile, type Findings } from './check-manifest.ts';

/** Fewer may all be predicted wrong by chance. */
const ENOUGH_SAMPLES = 3;
const WRONG_SHOWN = 5;

/** Pipelines whose samples have labels that predictions are compared with, and what is probably wrong where all differ. */
const SUSPECTS: Readonly<Record<string, string>> = {
  'image-classification': 'scale, mean, labels',
  'text-correction': 'vocabulary, threshold',
};

/** @returns exit code 1 where something is wrong @throws {RepositoryError} when there is no such folder */
export async function checkCommand(names: readonly string[], fix: boolean, print: (line: string) => void) {
  let code: 0 | 1 = 0;
  for (const name of names) {
    const directory = modelDirectory(name);
    const findings: Findings = { wrong: [], notes: [] };
    const { told, next } = await judge(directory, fix, findings);
    const { wrong, notes } = findings;
    print(`${fromHere(directory)}: ${wrong.length === 0 ? 'nothing is wrong' : `${wrong.length} wrong`}`);
    for (const line of wrong) print(`  wrong    ${line}`);
    for (const line of told) print(line);
    for (const line of notes) print(`  note     ${line}`);
    if (wrong.length > 0) code = 1;
    else for (const line of ['', ...next]) print(line);
  }
  return code;
}

async function judge(directory: string, fix: boolean, findings: Findings) {
  const { wrong, notes } = findings;
  const content = checkManifestFile(directory, findings);
  if (content) await checkFiles(directory, content, fix, findings);
  const sampled = checkSampleFiles(directory, findings);
  // The service would report the same, less precisely.
  if (wrong.length > 0) return { told: [], next: [] };
  try {
    const tried = await tryModel(await loadLocalModel({ directory, manifest: readManifest(directory) }));
    const told = describeTried(tried, directory);
    const heavy = await lambdaLimitNote(directory, tried.manifest);
    if (heavy) notes.push(heavy);
    const suspects = SUSPECTS[tried.manifest.pipeline];
    if (sampled && suspects) told.push(...(await sampleLines(tried, directory, suspects, wrong)));
    return { told, next: await nextCommands(tried, directory) };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    wrong.push(...error.message.split('\n'));
    return { told: [], next: [] };
  }
}

/** Of the samples with a label, how many the model predicts correctly, through the service's own code. */
async function sampleLines(model: LocalModel, directory: string, suspects: string, wrong: string[]) {
  const samples = (await readSamples(directory)).filter(({ label }) => label !== undefined);
  const missed: string[] = [];
  await eachInTurn(samples, async (sample) => {
    const reply = await model
      .predict(sample)
      .then((prediction) => prediction.reply())
      .catch((error: Error) => ({ error: error.message }));
    const predicted = 'prediction' in reply ? reply.prediction : `nothing (${reply.error})`;
    const isRight = 'prediction' in reply && predicted === sample.label;
    if (!isRight) missed.push(`           ${sample.name} is ${sample.label}, predicted ${predicted}`);
  });
  const right = samples.length - missed.length;
  if (samples.length >= ENOUGH_SAMPLES && right === 0) {
    wrong.push(`none of the samples is predicted correctly: see ${suspects}`);
  }
  const shown = missed.length > WRONG_SHOWN ? [...missed.slice(0, WRONG_SHOWN), '           …'] : missed;
  return [`  samples  ${right} of ${samples.length} predicted correctly`, ...shown];
}
