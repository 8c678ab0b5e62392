/** A request as one line for curl, the same in POSIX shells, cmd and PowerShell: double quotes, and a file for the body. */
import type { ContractRequest } from '../../../inference/contracts/client.ts';

/** @param file that holds the body */
export function curlLine(url: string, { headers }: Pick<ContractRequest, 'headers'>, file: string): string {
  const given = Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`);
  return ['curl -s', `"${url}"`, ...given, `--data-binary "@${file}"`].join(' ');
}
