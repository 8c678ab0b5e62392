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
 * @returns exit code 0, or 1 if nothing meets the objective
 * @throws MissingPriceError, and for wrong usage CostError and similar errors with exit code 2
 */
export async function runCost(argv: readonly string[]): Promise<Printed> {
  if (argv.length === 0 || argv[0] === '--help') {
    return { text: help(), exitCode: 0 };
  }
  const args = parseArguments(argv);
  return args.isSet('help') ? { text: help(args.command), exitCode: 0 } : RUN[args.command](args);
}
