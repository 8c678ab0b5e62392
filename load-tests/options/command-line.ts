import { commandLine } from '../../project/command-line.ts';

/** Options whose values may hold secrets: of addresses the user part and the query, of headers the value. */
const HIDING: Record<string, (value: string) => string> = {
  '--target': hideInAddress,
  '--header': (value) => value.replace(/:.*/s, ': …'),
};

/**
 * The command line as it may stand in a report: it can be pasted into a POSIX shell, once what is hidden is put back.
 * @param parameters what came after `npm run load --`
 */
export function describeCommandLine(parameters: readonly string[]): string {
  const shown = parameters.map((argument, index) => {
    const [, option = '', value] = /^(--[^=]+)=(.*)$/s.exec(argument) ?? [];
    if (value !== undefined && HIDING[option]) return `${option}=${HIDING[option](value)}`;
    return HIDING[parameters[index - 1] ?? '']?.(argument) ?? argument;
  });
  return [commandLine('load'), ...shown.map(shellQuoted)].join(' ');
}

function hideInAddress(address: string): string {
  return address.replace(/\/\/[^/?#]*@/, '//…@').replace(/\?.*/s, '?…');
}

/** An argument as one can paste it into a POSIX shell. */
export function shellQuoted(argument: string): string {
  return /^[\w@%+=:,./…-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
