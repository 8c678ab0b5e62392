/**
 * Runs the scripts of package.json: `node bin/run.js <file> …` runs bin/<file>.ts. It is plain JavaScript, so an old Node can
 * print what to do instead of a syntax error.
 */
import { fileURLToPath } from 'node:url';

const LEAST_NODE = 24;

const entry = new URL(`${process.argv[2]}.ts`, import.meta.url);
if (Number.parseInt(process.versions.node, 10) < LEAST_NODE) {
  console.error(
    `Subsecond needs Node ${LEAST_NODE} or later, and this is ${process.version}. npm ci installs a suitable Node, unless npm is ` +
      'set to ignore scripts; npm rebuild node installs it now.',
  );
  process.exitCode = 1;
} else {
  process.argv.splice(1, 2, fileURLToPath(entry));
  await import(entry.href);
}
