import { ConfigurationError } from '../../lib/configuration/configuration-error.ts';
import { UsageError } from '../../project/usage-error.ts';
import { TaskError } from '../../tasks/task-error.ts';
import { CostError } from '../errors.ts';
import { parseArguments } from './command-line/arguments.ts';
import { help } from './command-line/help.ts';
import { compare } from './compare.ts';
import { estimate } from './estimate.ts';
import type { Answer } from './output/answer.ts';
import { planCommand } from './plan.ts';
import { refreshCommand } from './refresh.ts';
import { simulateCommand } from './simulate.ts';
import { sweepCommand } from './sweep.ts';

/** Where a command writes to. */
export interface Output {
  print(text: string): void;
  report(text: string): void;
}

const WRONG_USAGE = [CostError, UsageError, ConfigurationError, TaskError];

/**
 * Runs `npm run cost -- <argv>`.
 * @returns the exit code: 0, 1 for a failure (no price, nothing that keeps the promise, no network), 2 for wrong usage
 */
export async function runCost(argv: readonly string[], output: Output): Promise<number> {
  try {
    const { text, exitCode } = await answer(argv, output);
    output.print(text);
    return exitCode;
  } catch (error) {
    output.report((error as Error).message);
    return WRONG_USAGE.some((type) => error instanceof type) ? 2 : 1;
  }
}

async function answer(argv: readonly string[], output: Output): Promise<Answer> {
  if (argv.length === 0 || argv[0] === '--help') {
    return { text: help(), exitCode: 0 };
  }
  const args = parseArguments(argv);
  if (args.isSet('help')) {
    return { text: help(args.command), exitCode: 0 };
  }
  switch (args.command) {
    case 'plan':
      return planCommand(args, output.report);
    case 'compare':
      return compare(args, output.report);
    case 'simulate':
      return { text: simulateCommand(args, output.report), exitCode: 0 };
    case 'sweep':
      return sweepCommand(args, output.report);
    case 'refresh':
      return { text: await refreshCommand(args, output.report), exitCode: 0 };
    case 'estimate':
      return estimate(args, output.report);
  }
}
