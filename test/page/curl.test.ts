import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { ContractRequest } from '../../functions/inference/contracts/client.ts';
import { curlCommand, fileOf } from '../../functions/page/browser/request/curl.ts';

const ADDRESS = 'http://127.0.0.1:8080/predictions/a?b&c';

const request = (contentType: string, body: ContractRequest['body']): ContractRequest => ({
  method: 'POST',
  path: '/predictions/a',
  headers: { 'content-type': contentType, 'idempotency-key': "it's 1" },
  body,
});

/** What curl would be started with, by a shell that reads the command, and what would be piped into it. */
function read(command: string): { options: string[]; piped: Buffer } {
  const split = "printf '%s\\0'";
  const script = `curl() { ${split} "$@"; printf '\\0'; [ "$piped" ] && cat; true; }\n`;
  const piped = command.startsWith('base64') ? 'piped=yes\n' : '';
  const output = execFileSync('sh', ['-c', script + piped + command], { input: '' });
  const end = output.indexOf('\0\0');
  return {
    options: output.subarray(0, end).toString('utf8').split('\0'),
    piped: output.subarray(end + 2),
  };
}

describe('the request as a command', () => {
  it('leaves address, headers and a text as they are when a shell reads it', () => {
    const body = JSON.stringify({ id: `it's "$HOME" \`ls\` \\ !`, retry: 2 });

    const { options } = read(curlCommand(ADDRESS, request('application/json', body)));

    const headers = ['-H', 'content-type: application/json', '-H', "idempotency-key: it's 1"];
    expect(options).toEqual(['-s', ADDRESS, ...headers, '-d', body]);
  });

  it('pipes the bytes of a picture into curl', () => {
    const bytes = Uint8Array.from({ length: 3000 }, (_, index) => (index * 31) % 256);

    const { options, piped } = read(curlCommand(ADDRESS, request('image/png', bytes)));

    expect(options.slice(-2)).toEqual(['--data-binary', '@-']);
    expect(piped.equals(bytes)).toBe(true);
  });

  it.each([
    ['image/jpeg', new Uint8Array(200_000), 'picture.jpg'],
    ['image/png', new Uint8Array(200_000), 'picture.png'],
    ['application/json', 'a'.repeat(200_000), 'request.json'],
    ['application/octet-stream', new Uint8Array(200_000), 'request.bin'],
  ])('reads a file where nobody would paste so much: %s', (contentType, body, file) => {
    const large = request(contentType, body);

    expect(fileOf(large)).toBe(file);
    expect(read(curlCommand(ADDRESS, large)).options.slice(-2)).toEqual(['--data-binary', `@${file}`]);
  });
});
