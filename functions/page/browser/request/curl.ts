/** A request as a shell command. */
import { type ContractRequest, toBase64 } from '../../../inference/contracts/client.ts';
import { quoteArgument } from '../../../inference/contracts/description/examples.ts';

/** A longer body is read from a file: a shell accepts no argument of more than 128 KiB. */
const LONGEST_PASTED = 100_000;

const FILES: Readonly<Record<string, string>> = {
  'image/jpeg': 'picture.jpg',
  'image/png': 'picture.png',
  'application/json': 'request.json',
};

/** Name of the file that the command reads; undefined if the command contains the body. */
export function fileOf({ headers, body }: ContractRequest): string | undefined {
  if (body.length <= LONGEST_PASTED) return undefined;
  return FILES[headers['content-type'] ?? ''] ?? 'request.bin';
}

export function curlCommand(address: string, request: ContractRequest): string {
  const { headers, body } = request;
  const options = Object.entries(headers).map(([name, value]) => `-H ${quoteArgument(`${name}: ${value}`)}`);
  const curl = ['curl -s', quoteArgument(address), ...options].join(' ');
  const file = fileOf(request);
  if (file) return `${curl} --data-binary @${file}`;
  if (typeof body === 'string') return `${curl} -d ${quoteArgument(body)}`;
  return `base64 -d <<'END' | ${curl} --data-binary @-\n${toBase64(body)}\nEND`;
}
