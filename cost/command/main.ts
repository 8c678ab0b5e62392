import { ConfigurationError } from '../../lib/configuration/configuration-error.ts';
import { RepositoryError } from '../../model-repository/repository-error.ts';
import { UsageError } from '../../project/usage-error.ts';
import { CostError } from '../errors.ts';
import { type Arguments, parseArguments } from './command-line/arguments.ts';
import { type CommandName, help } from './command-line/options.ts';
import { compare } from './compare.ts';
import { estimate } from './estimate.ts';
import { planCommand } from './plan.ts';
import type { Printed } from './printed.ts';
import { sweepCommand } from './sweep.ts';

/** Where a command writes to. */
export interface Output {
  print(text: string): void;
  report(text: string): void;
}

const WRONG_USAGE = [CostError, UsageError, ConfigurationError, RepositoryError];

const RUN: Record<CommandName, (args: Arguments) => Promise<Printed>> = {
  estimate,
  plan: planCommand,
  compare,
  sweep: sweepCommand,
};

/**
 * Runs `npm run cost -- <argv>`.
 * @returns the exit code: 0, 1 for a failure (a missing price, nothing that meets the objective), 2 for wrong usage
 */
export async function runCost(argv: readonly string[], output: Output): Promise<number> {
  try {
    const { text, exitCode } = await printed(argv);
    output.print(text);
    return exitCode;
  } catch (error) {
    output.report((error as Error).message);
    return WRONG_USAGE.some((type) => error instanceof type) ? 2 : 1;
  }
}

async function printed(argv: readonly string[]): Promise<Printed> {
  if (argv.length === 0 || argv[0] === '--help') {
    return { text: help(), exitCode: 0 };
  }
  const args = parseArguments(argv);
  return args.isSet('help') ? { text: help(args.command), exitCode: 0 } : RUN[args.command](args);
}
