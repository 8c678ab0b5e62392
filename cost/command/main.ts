/** The command `cost`: what a load costs on Lambda and on its alternatives. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fitColumns } from '../../project/fit-columns.ts';
import { loadReports } from '../../project/paths.ts';
import { type Arguments, parseArguments } from './command-line/arguments.ts';
import { type CommandName, help } from './command-line/options.ts';
import { compare } from './compare.ts';
import { estimate } from './estimate.ts';
import { planCommand } from './plan.ts';
import type { Printed } from './printed.ts';

const RUN: Record<CommandName, (args: Arguments) => Promise<Printed>> = {
  estimate,
  plan: planCommand,
  compare,
};

/**
 * Runs `npm run cost -- <argv>`.
 * @returns the text with exit code 0, or 1 if nothing meets the objective
 * @throws MissingPriceError; for wrong usage, an error whose `exitCode` is 2, such as CostError
 */
export async function runCost(argv: readonly string[]): Promise<Printed> {
  if (argv.length === 0 || argv[0] === '--help') {
    return { text: help(), exitCode: 0 };
  }
  const args = parseArguments(argv);
  return args.isSet('help') ? { text: help(args.command), exitCode: 0 } : RUN[args.command](args);
}

/** Runs the command and prints its text. The last load run supplies a missing load. @returns the exit code */
export async function printCost(parameters: readonly string[]): Promise<number> {
  const report = saysItsLoad(parameters) ? undefined : latestReport();
  if (report !== undefined) console.error(fitColumns(`Load from ${report}; --from takes another report.`));
  const { text, exitCode } = await runCost(report ? [...parameters, '--from', report] : parameters);
  console.log(parameters.includes('--json') ? text : fitColumns(text));
  return exitCode;
}

/** Whether the latest report is not needed: the command line is empty, has a load, a report or a stage, or asks for help. */
function saysItsLoad(parameters: readonly string[]): boolean {
  const has = (option: string) => parameters.some((one) => one === option || one.startsWith(`${option}=`));
  const isWhole = has('--rps') && has('--fresh');
  return parameters.length === 0 || isWhole || ['--from', '--stage', '--help'].some(has);
}

/** Path of the report of the last load run at a known rate; undefined if there is none. */
function latestReport(): string | undefined {
  if (!existsSync(loadReports)) return undefined;
  const files = readdirSync(loadReports)
    .filter((name) => !/^(sweep|peak|closed|organizer|abuse)-/.test(name))
    .map((name) => join(loadReports, name, 'report.json'))
    .filter((file) => existsSync(file));
  const time = (file: string) => statSync(file).mtimeMs;
  const [latest] = files.sort((one, other) => time(other) - time(one));
  return latest && relative('.', latest);
}
