#!/usr/bin/env node
/** The commands of the installed package. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_NAME } from '../project/package-name.ts';
import { projectDirectory } from '../project/places.ts';

/** Each reads its own parameters, and runs when it is loaded. */
const COMMANDS: Readonly<Record<string, { readonly purpose: string; readonly run: () => Promise<unknown> }>> =
  {
    start: { purpose: 'serve models or ONNX files on this machine', run: () => import('./start.ts') },
    add: { purpose: 'make a model of ONNX files, or judge one', run: () => import('./add.ts') },
    eval: { purpose: 'how often a model is right, on labelled samples', run: () => import('./eval.ts') },
    load: {
      purpose: 'put a service under load, and judge whether it meets its objective',
      run: () => import('./load.ts'),
    },
    deploy: {
      purpose: 'deploy models or ONNX files to AWS, behind an HTTPS address',
      run: () => import('./deploy.ts'),
    },
    rollback: { purpose: 'back to the version that was live before', run: () => import('./rollback.ts') },
    destroy: { purpose: 'take a deployment away again', run: () => import('./destroy.ts') },
    cost: { purpose: 'what it costs on AWS, and what would be cheaper', run: () => import('./cost.ts') },
  };

/** The function's own code runs here as it does on Lambda: on its version of Node. The constructs take older ones, too. */
const LEAST_NODE = 24;

const HELP = `Usage: npx ${PACKAGE_NAME} <command> [options]

${Object.entries(COMMANDS)
  .map(([name, { purpose }]) => `  ${name.padEnd(9)}${purpose}`)
  .join('\n')}

Models are in ./models, or are named by their path; the response cache and logs are in ./.subsecond.
npx ${PACKAGE_NAME} <command> --help explains a command. --version prints the version.
In a CDK app, use the construct EnsembleEndpoint of this package: see its README.md.`;

const [name, ...parameters] = process.argv.slice(2);
const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;

if (name === '--help' || name === undefined) {
  console.log(HELP);
  if (name === undefined) process.exitCode = 2;
} else if (name === '--version') {
  console.log(JSON.parse(readFileSync(join(projectDirectory, 'package.json'), 'utf8')).version);
} else if (command === undefined) {
  console.error(`There is no command "${name}"; npx ${PACKAGE_NAME} --help lists them.`);
  process.exitCode = 2;
} else if (Number.parseInt(process.versions.node, 10) < LEAST_NODE) {
  console.error(
    `subsecond ${name} needs Node ${LEAST_NODE} or later, this is ${process.versions.node}. With a Node of its own:\n` +
      `npx --package node@${LEAST_NODE} --package ${PACKAGE_NAME} subsecond ${name} …`,
  );
  process.exitCode = 1;
} else {
  process.argv.splice(2, process.argv.length, ...parameters);
  await command.run();
}
