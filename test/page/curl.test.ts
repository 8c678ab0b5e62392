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

/** The parameters that a shell passes to curl for a command. */
function read(command: string): string[] {
  const lines = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const output = execFileSync('sh', ['-c', lines], { encoding: 'utf8' });
  return output.split('\0').slice(0, -1);
}

describe('the request as a command', () => {
  it('leaves address, headers and a text as they are when a shell reads it', () => {
    const body = JSON.stringify({ id: `it's "$HOME" \`ls\` \\ !`, retry: 2 });

    const options = read(curlCommand(ADDRESS, request('application/json', body)));

    const headers = ['-H', 'content-type: application/json', '-H', "idempotency-key: it's 1"];
    expect(options).toEqual(['-s', ADDRESS, ...headers, '-d', body]);
  });

  it.each([
    ['image/jpeg', new Uint8Array(200_000), 'picture.jpg'],
    ['image/png', new Uint8Array(200_000), 'picture.png'],
    ['application/json', 'a'.repeat(200_000), 'request.json'],
    ['application/octet-stream', new Uint8Array(200_000), 'request.bin'],
  ])('reads a file where nobody would paste so much: %s', (contentType, body, file) => {
    const large = request(contentType, body);

    expect(fileOf(large)).toBe(file);
    expect(read(curlCommand(ADDRESS, large)).slice(-2)).toEqual(['--data-binary', `@${file}`]);
  });
});
