import { quoteArgument } from '../../functions/inference/contracts/description/examples.ts';
import { commandLine } from '../../project/command-line.ts';

/**
 * The command line as it may stand in a report: it can be pasted into a POSIX shell, once the values of headers, which may be
 * secret, are put back.
 * @param parameters what came after `npm run load --`
 */
export function describeCommandLine(parameters: readonly string[]): string {
  const shown = parameters.map((argument, index) => {
    const isHeader = parameters[index - 1] === '--header' || argument.startsWith('--header=');
    return isHeader ? argument.replace(/:.*/s, ': …') : argument;
  });
  return [commandLine('load'), ...shown.map(shellQuoted)].join(' ');
}

/** An argument as one can paste it into a POSIX shell. */
export function shellQuoted(argument: string): string {
  return /^[\w@%+=:,./…-]+$/.test(argument) ? argument : quoteArgument(argument);
}
