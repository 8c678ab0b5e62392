/** `npm run add -- --check`: checks folders of models. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ModelError } from '../../functions/inference/model/model-error.ts';
import { UsageError } from '../../project/usage-error.ts';
import { modelDirectory } from '../find-model.ts';
import { type TriedModel, tryModel } from '../local-model.ts';
import { type Findings, fromHere, reportLines } from '../make/report.ts';
import { listedSamples } from '../request-source.ts';
import { checkManifestFile } from './check-manifest-file.ts';
import { predictSamples } from './predict-samples.ts';

/** @returns exit code 1 if anything is wrong, otherwise 0 @throws {UsageError} if there is no such model */
export async function checkCommand(names: readonly string[], fix: boolean, print: (line: string) => void) {
  let code: 0 | 1 = 0;
  for (const name of names) {
    const directory = modelDirectory(name);
    const findings: Findings = { wrong: [], samples: [], notes: [] };
    const tried = await judge(directory, fix, findings);
    const { length } = findings.wrong;
    print(`${fromHere(directory)}: ${length === 0 ? 'nothing is wrong' : `mistakes: ${length}`}`);
    for (const line of reportLines(tried, findings)) print(line);
    if (length > 0) code = 1;
  }
  return code;
}

/** @returns the loaded model; undefined if mistakes keep it or its samples from being loaded */
async function judge(directory: string, fix: boolean, findings: Findings): Promise<TriedModel | undefined> {
  const { wrong, notes } = findings;
  const samples = path.join(directory, 'samples');
  try {
    await checkManifestFile(directory, fix, findings);
    const sampled = existsSync(path.join(samples, 'labels.json'));
    if (sampled) listedSamples(samples);
    else notes.push('no samples yet: add samples/labels.json with [{"file": …, "label": …}], and the files');
    // Loading the model would report the same mistakes, less precisely.
    if (wrong.length > 0) return undefined;
    const tried = await tryModel(directory);
    if (sampled) await predictSamples(tried, fix, findings);
    return tried;
  } catch (error) {
    if (!(error instanceof ModelError || error instanceof UsageError)) throw error;
    wrong.push(...error.message.split('\n'));
    return undefined;
  }
}
