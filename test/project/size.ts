/**
 * Compares each room's lines of source with its goal: `npm run size` fails where one outgrows it by more than a tenth. The goal
 * of the core is what it came to: the 10,500 lines that it was meant to have were not reached.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { projectDirectory } from '../../project/paths.ts';

/** Lines by folder; what no other row counts belongs to the last one. */
const GOALS: readonly (readonly [room: string, goal: number, folders: RegExp])[] = [
  ['functions/inference, local', 17_700, /^(functions\/inference|local)\//],
  ['functions/page, documentation', 4900, /^functions\/(page|documentation)\//],
  ['lib', 5000, /^lib\//],
  ['load-tests', 5000, /^load-tests\//],
  ['cost', 4500, /^cost\//],
  ['bench', 1300, /^bench\//],
  // Without its own tests.
  ['test/soak', 900, /^test\/soak\/(?!.*\.artefact\.|fixtures\/)/],
  ['test', 26_500, /^(test\/|vitest\.)/],
  ['everything else', 5550, /^(?!models\/|training\/|docs\/)/],
];
const SOURCE = /\.(ts|mts|js|css|html|c|h)$/;

const lines = new Map<string, number>();
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: projectDirectory,
  encoding: 'utf8',
});
for (const file of listed.split('\n')) {
  const room = GOALS.find(([, , folders]) => folders.test(file))?.[0];
  if (!room || !SOURCE.test(file) || !existsSync(`${projectDirectory}/${file}`)) continue;
  const count = readFileSync(`${projectDirectory}/${file}`, 'utf8').split('\n').length - 1;
  lines.set(room, (lines.get(room) ?? 0) + count);
}
for (const [room, goal] of GOALS) {
  const count = lines.get(room) ?? 0;
  const isTooLarge = count > 1.1 * goal;
  console.log(
    `${isTooLarge ? 'TOO LARGE ' : '          '}${String(count).padStart(6)} of ${String(goal).padStart(6)}  ${room}`,
  );
  if (isTooLarge) process.exitCode = 1;
}
