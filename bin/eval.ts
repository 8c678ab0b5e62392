/** `npm run eval`: a task over labelled samples, through the same code as the service. */
import { evaluate } from '../evaluation/evaluate.ts';
import { labelsOf, memberJudge, serviceJudge } from '../evaluation/judges.ts';
import { type LabelledSample, labelledOf, listSamples } from '../evaluation/labelled-samples.ts';
import { type EvaluationOptions, HELP, readOptions, UsageError } from '../evaluation/options.ts';
import { formatEvaluation } from '../evaluation/table.ts';
import { imageLabels } from '../functions/inference/kinds/image-labels/kind.ts';
import { clientOf } from '../tasks/asked-task.ts';
import { findTask, TaskError } from '../tasks/find-task.ts';
import { readSamples } from '../tasks/samples.ts';

try {
  const options = readOptions(process.argv.slice(2));
  if (options) await run(options);
  else process.stdout.write(HELP);
} catch (error) {
  process.stderr.write(`eval: ${(error as Error).message}\n`);
  process.exitCode = error instanceof UsageError || error instanceof TaskError ? 2 : 1;
}

async function run(options: EvaluationOptions): Promise<void> {
  const { url, contract, threads } = options;
  const task = await findTask(options.task);
  if (task.manifest.kind !== imageLabels.name) {
    throw new UsageError(
      `${task.manifest.task} is of the kind ${task.manifest.kind}, which cannot be evaluated yet; ` +
        `expected a task of the kind ${imageLabels.name}`,
    );
  }
  const samples = await samplesOf(options, task.directory);
  const labels = await labelsOf(task);
  const judge = url
    ? serviceJudge(url, clientOf(task.manifest, contract))
    : await memberJudge(task, labels, threads);
  const evaluation = await evaluate(samples, judge, labels, showProgress(samples.length));
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  console.log(formatEvaluation(evaluation, labels.reject, options.confusions));
}

async function samplesOf({ images, only }: EvaluationOptions, directory: string): Promise<LabelledSample[]> {
  const found = images === undefined ? labelledOf(await readSamples(directory)) : await listSamples(images);
  const place = images ?? `the samples of ${directory}`;
  if (found.length === 0) throw new Error(`${place}: none has a label`);
  const samples = found.filter(({ name }) => only === undefined || only.has(name));
  if (samples.length > 0) return samples;
  throw new Error(`--only names no sample of ${place}; expected names such as "${found[0]?.name}"`);
}

/** Shows once a second how much is done, where somebody looks. */
function showProgress(total: number): (done: number) => void {
  if (!process.stderr.isTTY) return () => {};
  const started = performance.now();
  let shown = started;
  return (done) => {
    const now = performance.now();
    if (now - shown < 1000) return;
    shown = now;
    const left = ((now - started) / done) * (total - done);
    process.stderr.write(`\r${done} of ${total} samples, ${Math.ceil(left / 1000)} s left  `);
  };
}
