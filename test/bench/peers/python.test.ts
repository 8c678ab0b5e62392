import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pythonVersions, startPythonService } from '../../../bench/peers/python-service.ts';
import { UsageError } from '../../../project/usage-error.ts';
import { newFolder } from '../../support/new-folder.ts';

const folder = newFolder();

let number = 0;

/** Stub for the Python executable. */
function program(script: string): string {
  const file = join(folder, `python-${number++}`);
  writeFileSync(file, `#!${process.execPath}\n${script}`, { mode: 0o755 });
  return file;
}

describe.skipIf(process.platform === 'win32')('a Python for the peers', () => {
  it('that is missing is refused in one line, which says how to install it', async () => {
    const source = pythonVersions(join(folder, 'no-such-python'));

    await expect(source).rejects.toThrow(UsageError);
    await expect(source).rejects.toThrow(
      /no-such-python does not run: there is no such program; run python3 -m venv .* -r bench\/peers\/fastapi\/requirements\.txt/,
    );
  });

  it('needs every package except those that only make it faster', async () => {
    const having = (packages: object) =>
      pythonVersions(program(`console.log('${JSON.stringify({ python: '3.13.1', ...packages })}')`));
    const lacking = having({ fastapi: null, numpy: null, uvloop: null });

    await expect(lacking).rejects.toThrow('lacks fastapi, numpy: run python3 -m venv');
    await expect(having({ fastapi: '1.0', uvloop: null })).resolves.toMatchObject({ fastapi: '1.0' });
  });

  it.each([
    ['console.log(`{"error":"no pictures"}`); setInterval(() => {}, 9)', 'no pictures'],
    [
      'console.error("\\nError: numpy"); process.exit(3)',
      'exited with code 3 during its start: Error: numpy',
    ],
  ])('that cannot serve is ended, and its reason is reported: %s', async (script, message) => {
    const python = program(`process.stdin.on('end', () => process.exit()).resume(); ${script}`);

    const started = startPythonService(python, folder, 1);

    await expect(started).rejects.toThrow(message);
  });

  it('runs once for each worker, each with its own port, and ends when its input ends', async () => {
    const serve = `
      const server = require('node:http').createServer((_, response) => response.end(String(process.pid)));
      console.log('a library says something');
      server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })));
      process.stdin.on('end', () => process.exit()).resume();`;

    const service = await startPythonService(program(serve), folder, 2);

    const responses = service.urls.map(async (url) => Number(await (await fetch(url)).text()));
    expect(await Promise.all(responses)).toEqual(service.pids);
    expect(new Set(service.pids).size).toBe(2);
    await service.stop();
    for (const url of service.urls) await expect(fetch(url)).rejects.toThrow();
  });
});
