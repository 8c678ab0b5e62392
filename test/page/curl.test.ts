import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlCommand } from '../../functions/page/browser/curl.ts';

it('leaves address and body as they are when a shell reads the command', () => {
  const body = JSON.stringify({ esun_uuid: `it's "$HOME" \`ls\` \\ !`, retry: 2 });
  const address = 'http://127.0.0.1:8080/explain?a=b&c';

  const command = curlCommand(address, body).replace(/^curl /, "printf '%s\\n' ");
  const read = execFileSync('sh', ['-c', command], { encoding: 'utf8' }).trimEnd().split('\n');

  expect(read).toEqual(['-s', address, '-H', 'content-type: application/json', '-d', body]);
});
