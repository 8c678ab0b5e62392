import { quoteArgument } from '../../functions/inference/contracts/description/examples.ts';
import { commandLine } from '../../project/command-line.ts';

/**
 * The command line for a report, quoted for a POSIX shell. Headers lack their values, because these may be secret.
 * @param parameters after `npm run load --`
 */
export function describeCommandLine(parameters: readonly string[]): string {
  const shown = parameters.map((argument, index) => {
    const isHeader = parameters[index - 1] === '--header' || argument.startsWith('--header=');
    return isHeader ? argument.replace(/:.*/s, ': …') : argument;
  });
  return [commandLine('load'), ...shown.map(shellQuoted)].join(' ');
}

/** Quotes an argument for a POSIX shell, if it needs quotes. */
export function shellQuoted(argument: string): string {
  return /^[\w@%+=:,./…-]+$/.test(argument) ? argument : quoteArgument(argument);
}
