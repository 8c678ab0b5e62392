#!/usr/bin/env node
/** The commands of the installed package. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_NAME } from '../project/command-line.ts';
import { closest } from '../project/levenshtein.ts';
import { projectDirectory } from '../project/paths.ts';

/** The program of `deploy`, `rollback` and `destroy`. It reads the name of the command from the first parameter. */
const deployment = () => import('./deployment.ts');

/** The program of each command. It runs as soon as it is imported, and reads its own parameters. */
const COMMANDS: Readonly<Record<string, readonly [purpose: string, run: () => Promise<unknown>]>> = {
  start: ['serve models or ONNX files on this machine', () => import('./start.ts')],
  add: ['make a model from ONNX files, or check one', () => import('./add.ts')],
  eval: ['measure the accuracy of a model on labelled samples', () => import('./eval.ts')],
  load: ['load-test a service, and judge whether it meets its objective', () => import('./load.ts')],
  deploy: ['deploy models or ONNX files to AWS, behind an HTTPS address', deployment],
  rollback: ['restore the version that was live before', deployment],
  destroy: ['delete a deployment', deployment],
  cost: ['estimate the cost on AWS, and compare alternatives', () => import('./cost.ts')],
};

/**
 * The oldest version of Node that the commands support. It is the version on Lambda, because commands such as
 * `start` run the function's code. The constructs alone also support older versions.
 */
const LEAST_NODE = 24;

const HELP = `Usage: npx ${PACKAGE_NAME} <command> [options]

${Object.entries(COMMANDS)
  .map(([name, [purpose]]) => `  ${name.padEnd(9)}${purpose}`)
  .join('\n')}

npx ${PACKAGE_NAME} ./model.onnx serves a file, as start ./model.onnx does.
Models are in ./models, or are named by their path; the response cache and logs are in ./.subsecond.
npx ${PACKAGE_NAME} <command> --help explains a command. --version prints the version.
In a CDK app, use the construct EnsembleEndpoint of this package: see its README.md.`;

/** Other names of commands, which people know from other tools. */
const ALIASES: Readonly<Record<string, string>> = {
  serve: 'start',
  run: 'start',
  help: '--help',
  '-h': '--help',
  '-v': '--version',
};

const [, , typed, ...parameters] = process.argv;
const isHelp = parameters.some((parameter) => ['--help', '-h'].includes(parameter));
const isModel = typed !== undefined && !Object.hasOwn(COMMANDS, typed) && namesModel(typed);
if (isModel) process.argv.splice(2, 0, 'start');
const name = isModel ? 'start' : (ALIASES[typed ?? ''] ?? typed);
const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;

if (name === '--help' || name === undefined) {
  console.log(HELP);
  if (name === undefined) process.exitCode = 2;
} else if (name === '--version') {
  console.log(JSON.parse(readFileSync(join(projectDirectory, 'package.json'), 'utf8')).version);
} else if (command === undefined) {
  const meant = closest(name, [...Object.keys(COMMANDS), ...Object.keys(ALIASES)]);
  const remedy = meant === undefined ? `npx ${PACKAGE_NAME} --help lists them` : `did you mean ${meant}?`;
  console.error(`There is no command "${name}": ${remedy}`);
  process.exitCode = 2;
} else if (Number.parseInt(process.versions.node, 10) < LEAST_NODE && !isHelp) {
  console.error(
    `subsecond ${name} needs Node ${LEAST_NODE} or later, and this is ${process.versions.node}. To run it with Node ${LEAST_NODE}:\n` +
      `npx --package node@${LEAST_NODE} --package ${PACKAGE_NAME} subsecond ${name} …`,
  );
  process.exitCode = 1;
} else {
  const [, run] = command;
  if (run !== deployment) process.argv.splice(2, 1);
  await run();
}

function namesModel(typed: string): boolean {
  return /\.onnx$/i.test(typed) || (/[\\/]/.test(typed) && existsSync(typed));
}
