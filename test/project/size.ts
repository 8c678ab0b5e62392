/** Compares the lines of source of each room, a group of folders, with its limit. `npm run size` fails if a room exceeds it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { projectDirectory } from '../../project/paths.ts';

/** Limits in lines. A file belongs to the first row that matches its path. Models, training and docs have no row. */
const ROOMS: readonly (readonly [room: string, limit: number, folders: RegExp])[] = [
  ['functions/inference, local', 17_300, /^(functions\/inference|local)\//],
  ['functions/page, documentation', 4680, /^functions\/(page|documentation)\//],
  ['lib', 5100, /^lib\//],
  ['load-tests', 4880, /^load-tests\//],
  ['cost', 4510, /^cost\//],
  ['bench', 1190, /^bench\//],
  // The soak's own tests count in the next row.
  ['test/soak', 860, /^test\/soak\/(?!.*\.artefact\.|fixtures\/)/],
  ['test', 27_470, /^(test\/|vitest\.)/],
  ['everything else', 5190, /^(?!models\/|training\/|docs\/)/],
];
const SOURCE = /\.(ts|mts|js|css|html|c|h)$/;

const lines = new Map<string, number>();
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: projectDirectory,
  encoding: 'utf8',
});
for (const file of listed.split('\n')) {
  const room = ROOMS.find(([, , folders]) => folders.test(file))?.[0];
  if (!room || !SOURCE.test(file) || !existsSync(`${projectDirectory}/${file}`)) continue;
  const count = readFileSync(`${projectDirectory}/${file}`, 'utf8').split('\n').length - 1;
  lines.set(room, (lines.get(room) ?? 0) + count);
}
for (const [room, limit] of ROOMS) {
  const count = lines.get(room) ?? 0;
  const isTooLarge = count > limit;
  console.log(
    `${isTooLarge ? 'TOO LARGE ' : '          '}${String(count).padStart(6)} of ${String(limit).padStart(6)}  ${room}`,
  );
  if (isTooLarge) process.exitCode = 1;
}
