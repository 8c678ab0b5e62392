/** `npm run eval`: the committed ensemble over labelled pictures, through the same code as the service. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensembleJudge, serviceJudge } from '../models/evaluation/judges.ts';
import { listPictures } from '../models/evaluation/labelled-pictures.ts';
import { Tally } from '../models/evaluation/tally.ts';

const HELP = `Usage: npm run eval -- --images <folder or zip> [options]

Runs the ensemble over pictures in <label>/<name>.jpg and prints the accuracy of every member and of the
ensemble, and the characters it takes for others. A folder that is not named after a listed label holds
characters outside the list; the right answer for them is the ensemble's reject answer.

  --images PATH     folder or zip (required)
  --only FILE       JSON array of <label>/<name>: only these pictures
  --model NAME      entry of models/ to run (default: handwriting)
  --url URL         ask a running service instead of loading the models here
  --threads N       threads of one inference (default: 1, what a vCPU gives)
  --confusions N    length of the list of confusions (default: 20)
  --help            this text
`;

interface Options {
  readonly images: string;
  readonly only?: ReadonlySet<string>;
  readonly directory: string;
  readonly url?: string;
  readonly threads: number;
  readonly confusions: number;
}

function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      images: { type: 'string' },
      only: { type: 'string' },
      model: { type: 'string', default: 'handwriting' },
      url: { type: 'string' },
      threads: { type: 'string', default: '1' },
      confusions: { type: 'string', default: '20' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  if (!values.images) throw new Error('--images is missing; expected a folder or zip of <label>/<picture>');
  return {
    images: values.images,
    directory: path.join(import.meta.dirname, '..', 'models', values.model),
    threads: count('threads', values.threads),
    confusions: count('confusions', values.confusions),
    ...(values.url === undefined ? {} : { url: values.url }),
    ...(values.only === undefined
      ? {}
      : { only: new Set(JSON.parse(readFileSync(values.only, 'utf8')) as string[]) }),
  };
}

function count(option: string, text: string): number {
  if (!/^\d+$/.test(text))
    throw new Error(`--${option} ${text} is no count; expected a whole number such as 20`);
  return Number(text);
}

async function evaluate(options: Options): Promise<void> {
  const pictures = (await listPictures(options.images)).filter(
    ({ name }) => options.only === undefined || options.only.has(name),
  );
  if (pictures.length === 0) {
    throw new Error(`--only names no picture of ${options.images}; expected names such as "永/1.jpg"`);
  }
  const local = await ensembleJudge(options.directory, options.threads);
  const judge = options.url ? serviceJudge(options.url, local.labels, local.rejectAnswer) : local;
  const listed = new Tally();
  const outside = new Tally();
  const started = performance.now();
  let shown = started;
  for (const [index, picture] of pictures.entries()) {
    const { answered, best, milliseconds, asked } = await judge.answer(await picture.read());
    for (const [name, time] of milliseconds) listed.spent(name, time);
    const isListed = judge.labels.has(picture.label);
    const tally = isListed ? listed : outside;
    const right = isListed ? picture.label : judge.rejectAnswer;
    if (isListed) for (const [name, answer] of best) tally.count(name, right, answer);
    tally.count('as answered', right, answered);
    tally.asked(asked);
    if (answered !== right) tally.confuse(picture.label, answered);
    if (performance.now() - shown > 1000) {
      shown = performance.now();
      const left = ((shown - started) / (index + 1)) * (pictures.length - index - 1);
      process.stderr.write(
        `\r${index + 1} of ${pictures.length} pictures, ${Math.ceil(left / 1000)} s left  `,
      );
    }
  }
  process.stderr.write('\r\x1b[K');
  print('Characters of the list', listed, options.confusions);
  print(`Characters outside the list (right: ${judge.rejectAnswer})`, outside, options.confusions);
}

function print(title: string, tally: Tally, confusions: number): void {
  if (tally.scores.size === 0) return;
  console.log(`${title}\n`);
  for (const [judge, { right, pictures }] of tally.scores) {
    const percent = ((100 * right) / pictures).toFixed(2).padStart(6);
    const time = tally.medianMilliseconds(judge);
    const suffix = time === undefined ? '' : `   ${time.toFixed(2)} ms`;
    console.log(`  ${judge.padEnd(24)} ${percent} %   ${right} of ${pictures}${suffix}`);
  }
  const asked = tally.membersAsked.map(([members, share]) => `${members}: ${(100 * share).toFixed(1)} %`);
  console.log(`\n  members asked until the answer is certain, pictures   ${asked.join(', ')}`);
  const list = tally.confusions(confusions);
  if (list.length > 0) console.log(`\n  label → answer, pictures`);
  for (const { label, answer, pictures } of list) console.log(`  ${label} → ${answer}  ${pictures}`);
  console.log();
}

try {
  const options = readOptions();
  if (options) await evaluate(options);
  else process.stdout.write(HELP);
} catch (error) {
  process.stderr.write(`eval: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
