import { CostError } from '../errors.ts';
import type { Answer } from './answer.ts';
import { parseArguments } from './arguments.ts';
import { compare } from './compare.ts';
import { estimate } from './estimate.ts';
import { help } from './help.ts';
import { planCommand } from './plan.ts';
import { refreshCommand } from './refresh.ts';
import { simulateCommand } from './simulate.ts';

/** Where a command writes to. */
export interface Output {
  print(text: string): void;
  report(text: string): void;
}

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
    return error instanceof CostError ? 2 : 1;
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
      return planCommand(args);
    case 'compare':
      return compare(args);
    case 'simulate':
      return { text: simulateCommand(args), exitCode: 0 };
    case 'refresh':
      return { text: await refreshCommand(args, output.report), exitCode: 0 };
    case 'estimate':
      return { text: estimate(args), exitCode: 0 };
  }
}
