/** The documents' commands must print the output shown there. The tests replace the service's address in these commands. */
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { projectDirectory } from '../../project/paths.ts';
import { startService } from '../package/started-service.ts';
import { newFolder } from '../support/new-folder.ts';

type Block = Readonly<Record<'language' | 'text', string>>;

const ADDRESS = 'http://127.0.0.1:8080';
const START = /^npm start -- (.+)$|&& npm start -- (.+)$/m;

function blocksOf(page: string): Block[] {
  const found = readFileSync(join(projectDirectory, page), 'utf8').matchAll(/^```(\w*)\n(.*?)^```$/gms);
  return Array.from(found, ([, language = '', text = '']) => ({ language, text }));
}

/** Starts the block's service on a free port. @returns a function that runs another block, and returns its output */
async function startedBy({ text }: Block) {
  const folder = newFolder();
  for (const name of ['models', 'test']) symlinkSync(join(projectDirectory, name), join(folder, name));
  const [, alone, second] = START.exec(text) ?? [];
  const parameters = (alone ?? second ?? '').split(' ');
  const { url } = await startService(folder, join(projectDirectory, 'bin/run.js'), 'start', ...parameters);
  return async (block: Block) => {
    const lines = block.text.replaceAll(ADDRESS, url);
    const [program, option] = block.language === 'python' ? ['python3', '-c'] : ['bash', '-euc'];
    const env = { ...process.env, ADDRESS: url, no_proxy: '*' };
    const { stdout } = await promisify(execFile)(program!, [option!, lines], { cwd: folder, env });
    return stdout;
  };
}

/** The response that a document shows, with a tolerance because processors differ in the last digits. */
function shownBy({ text }: Block): unknown {
  return JSON.parse(text, (_, value) => (typeof value === 'number' ? expect.closeTo(value, 3) : value));
}

describe.skipIf(process.platform === 'win32')('pasted into a shell', () => {
  it('README.md sends a picture with curl and with Python, and gets the response that it shows', async () => {
    const [start, curl, shown, python] = blocksOf('README.md') as [Block, Block, Block, Block];

    const paste = await startedBy(start);
    const [byCurl, byPython] = [await paste(curl), await paste(python)];

    expect(JSON.parse(byCurl)).toEqual(shownBy(shown));
    expect(JSON.parse(byPython.replaceAll("'", '"'))).toEqual(shownBy(shown));
  });

  it.each([
    ['docs/open-inference.md', /^npm start -- digits$/, /curl/, 4],
    ['docs/predictions.md', /^npm start -- digits$/, /curl|picture\.png/, 2],
    ['docs/texts.md', /mood$/, /predictions\/mood/, 2],
    ['docs/texts.md', /names$/, /predictions\/names/, 1],
  ])('%s gets responses from the service that it starts', async (page, starts, sends, count) => {
    const blocks = blocksOf(page);
    const start = blocks.findIndex(({ text }) => starts.test(text.trim()));
    const paste = await startedBy(blocks[start]!);
    let pasted = 0;

    for (const [index, block] of blocks.entries()) {
      if (index <= start || block.language !== 'sh' || !sends.test(block.text)) continue;
      const responses = responsesIn(await paste(block));
      const next = blocks[index + 1];

      expect(responses.filter((response) => response.error || response.title)).toEqual([]);
      if (next?.language === 'json') expect(responses).toEqual([shownBy(next)]);
      pasted++;
    }

    expect(pasted).toBe(count);
  });
});

/** Parses JSON responses that were printed one after the other. */
function responsesIn(output: string): { readonly error?: string; readonly title?: string }[] {
  return JSON.parse(`[${output.trim().replaceAll(/\}\s*\{/g, '},{')}]`);
}
