/** `npm run add -- --check`: judges models' folders. */
import { ModelError } from '../../functions/inference/model/model-error.ts';
import { eachInTurn } from '../../project/each-in-turn.ts';
import { modelDirectory } from '../find-model.ts';
import { requestsTo } from '../local-requests.ts';
import { type Findings, fromHere, reportLines } from '../make/report.ts';
import { type TriedModel, tryModel } from '../make/try-model.ts';
import { readSamples } from '../request-source.ts';
import { checkFiles, checkSampleFiles } from './check-files.ts';
import { checkManifestFile } from './check-manifest.ts';

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
    const findings: Findings = { wrong: [], samples: [], notes: [] };
    const tried = await judge(directory, fix, findings);
    const { length } = findings.wrong;
    print(`${fromHere(directory)}: ${length === 0 ? 'nothing is wrong' : `${length} wrong`}`);
    for (const line of await reportLines(tried, findings)) print(line);
    if (length > 0) code = 1;
  }
  return code;
}

/** @returns undefined where it cannot be tried, as something is wrong */
async function judge(directory: string, fix: boolean, findings: Findings): Promise<TriedModel | undefined> {
  const { wrong } = findings;
  const content = checkManifestFile(directory, findings);
  if (content) await checkFiles(directory, content, fix, findings);
  const sampled = checkSampleFiles(directory, findings);
  // The service would report the same, less precisely.
  if (wrong.length > 0) return undefined;
  try {
    const tried = await tryModel(directory);
    const suspects = SUSPECTS[tried.manifest.pipeline];
    if (sampled && suspects) await predictSamples(tried, suspects, findings);
    return tried;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    wrong.push(...error.message.split('\n'));
    return undefined;
  }
}

/** Of the samples with a label, how many the model predicts correctly, through the service's own code. */
async function predictSamples(tried: TriedModel, suspects: string, { wrong, samples }: Findings) {
  const { predict } = requestsTo(tried);
  const labelled = (await readSamples(tried.directory)).filter(({ label }) => label !== undefined);
  const missed: string[] = [];
  await eachInTurn(labelled, async (sample) => {
    const reply = await predict(sample)
      .then((prediction) => prediction.reply())
      .catch((error: Error) => ({ error: error.message }));
    const predicted = 'prediction' in reply ? reply.prediction : `nothing (${reply.error})`;
    const isRight = 'prediction' in reply && predicted === sample.label;
    if (!isRight) missed.push(`${sample.name} is ${sample.label}, predicted ${predicted}`);
  });
  const right = labelled.length - missed.length;
  if (labelled.length >= ENOUGH_SAMPLES && right === 0) {
    wrong.push(`none of the samples is predicted correctly: see ${suspects}`);
  }
  samples.push(`${right} of ${labelled.length} predicted correctly`, ...missed.slice(0, WRONG_SHOWN));
  if (missed.length > WRONG_SHOWN) samples.push('…');
}
