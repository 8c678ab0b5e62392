/** Tests the documentation page in a real browser, and runs the code samples that the page copies to the clipboard. */
import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { modelDirectory } from '../../../model-repository/find-model.ts';
import { findFaults, JUDGED } from '../../page/support/accessible.ts';
import { PHONE } from '../../page/support/phone.ts';
import { SAMPLE, samplePicture } from '../../page/support/pictures.ts';
import { openSite } from '../../page/support/site.ts';
import { newFolder } from '../../support/new-folder.ts';
import { textModel } from '../../support/text-model.ts';

const MODELS = ['handwriting', 'digits', 'asr-correction'];
const EMBEDDING = textModel('embedding', { contracts: ['openai-embeddings', 'predictions'] });
const site = openSite(async () => [...MODELS, EMBEDDING]);

/** Without Python, only the code samples of the other languages are tested. */
const python = ['python3', 'python'].find((name) => spawnSync(name, ['--version']).status === 0);
if (python === undefined) console.warn('There is no Python here: its lines are not tested.');

/** The sentence has no mistake, so the response is the same even if there is no time to correct it. */
const HEARD = '我 想 查詢 這 個 月 的 帳單';

const folder = newFolder();
const COPYING = { permissions: ['clipboard-read', 'clipboard-write'] };

/** Program that runs the code sample of each language. */
const PROGRAMS = { python: python ?? '', javascript: process.execPath, curl: 'sh' };

async function output(language: keyof typeof PROGRAMS, lines: string): Promise<string> {
  // Node recognises an ES module by the file's extension.
  await writeFile(path.join(folder, 'send.mjs'), lines);
  const env = { ...process.env, no_proxy: '*', PYTHONIOENCODING: 'utf-8' };
  return (await promisify(execFile)(PROGRAMS[language], ['send.mjs'], { cwd: folder, env })).stdout;
}

function bring(page: Page, name: string = SAMPLE.file, buffer = samplePicture()): Promise<void> {
  return page.locator('#file').setInputFiles({ name, mimeType: 'image/jpeg', buffer });
}

/** Chooses a contract, and waits for its code samples. */
async function choose(page: Page, contract: string): Promise<void> {
  await page.locator('#contract').selectOption(contract);
  await expect.poll(() => page.locator('#curl').textContent()).toContain(PATHS[contract]);
}

/** Saves the files that a code sample reads, and copies the sample by its button. @returns the sample */
async function copied(page: Page, language: string): Promise<string> {
  for (const save of await page.locator('#saves button').all()) {
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    await download.saveAs(path.join(folder, download.suggestedFilename()));
  }
  await page.locator(`[data-copies=${language}]`).click();
  await expect.poll(() => page.locator('#copied').textContent()).toBe('Copied.');
  return page.evaluate('navigator.clipboard.readText()');
}

async function expectOutcome(page: Page, outcome: RegExp): Promise<void> {
  await page.locator('#send').click();
  await expect.poll(() => page.locator('#outcome').textContent()).toMatch(outcome);
}

const PATHS: Readonly<Record<string, string>> = {
  'esun-2021': '/inference',
  'esun-2022': '/inference',
  predictions: '/predictions/',
  'open-inference': '/infer',
  'openai-embeddings': '/v1/embeddings',
};
const languages = (['python', 'javascript', 'curl'] as const).filter((language) => PROGRAMS[language]);
const pictures = ['esun-2021', 'predictions', 'open-inference'] as const;

describe.each(languages)('the lines in %s, copied and run', (language) => {
  it.each(pictures)('get the label of the picture that was chosen, by the contract %s', async (contract) => {
    const { page } = await site.visit(COPYING, '/docs');
    await bring(page);
    await writeFile(path.join(folder, SAMPLE.file), samplePicture());
    await choose(page, 'predictions');
    await expect.poll(() => page.locator('#python').textContent()).toContain(SAMPLE.file);
    await choose(page, contract);

    const lines = await copied(page, language);

    expect(lines).toContain(site.url);
    expect(await output(language, lines)).toContain(SAMPLE.label);
  });

  it.each([
    ['asr-correction', 'esun-2022', '我想查詢這個月的帳單'],
    ['asr-correction', 'open-inference', '我想查詢這個月的帳單'],
    ['embedding', 'openai-embeddings', '"embedding":['],
    ['embedding', 'predictions', '[0.24'],
  ])('get the response of %s to a text, by the contract %s', async (model, contract, expected) => {
    const { page } = await site.visit(COPYING, `/models/${model}/docs`);
    await page.locator('#request').fill(HEARD);
    await choose(page, contract);

    const lines = await copied(page, language);

    expect(await output(language, lines)).toContain(expected);
  });
});

describe('trying it', () => {
  it.runIf(python)('needs no picture of one’s own: a white square can be sent', async () => {
    const { page } = await site.visit(COPYING, '/docs');
    await choose(page, 'esun-2021');

    const lines = await copied(page, 'python');

    expect(await page.locator('#saves').textContent()).toBe('Save request.json');
    expect(JSON.parse(await output('python', lines))).toHaveProperty('answer');
  });

  it('sends a picture by every contract of the model, and shows where the response came from', async () => {
    const { page, complaints, requests } = await site.visit({}, '/docs');
    await bring(page);

    const headers = 'x-subsecond-cache: (miss|off) · x-subsecond-members: \\d/2';
    for (const contract of pictures) {
      await page.locator('#contract').selectOption(contract);
      await expectOutcome(page, new RegExp(`^200 in \\d+ ms · ${SAMPLE.label} · ${headers}`));
    }

    expect(complaints).toEqual([]);
    expect(new Set(requests.map((address) => new URL(address).origin))).toEqual(new Set([site.url]));
  });

  it('shows the error of a request that the service rejects', async () => {
    const { page } = await site.visit({}, '/docs');
    await bring(page, 'a.jpg', Buffer.from('no picture'));

    await expectOutcome(page, /^415 in \d+ ms/);

    const reply = await page.locator('#reply').textContent();
    expect(reply).toContain('This is not a known picture format; send JPEG, PNG, WebP, AVIF, GIF or TIFF.');
  });

  it('says that the service cannot be reached', async () => {
    const { page } = await site.visit({}, '/docs');
    await page.route(`**${PATHS['esun-2021']}`, (route) => route.abort());
    await expectOutcome(page, /^The service cannot be reached, or its response broke off: /);
  });

  it('sends to the model whose documentation it is', async () => {
    const { page } = await site.visit({}, '/models/digits/docs');
    await bring(page, '01-8.png', await readFile(path.join(modelDirectory('digits'), 'samples', '01-8.png')));

    await expectOutcome(page, /^200 in \d+ ms · 8 ·/);
  });

  it('leads to the page and, from there, back', async () => {
    const { page } = await site.visit({}, '/models/digits/docs');

    await page.getByRole('link', { name: 'Try it in the browser' }).click();
    await page.waitForURL('**/models/digits/');
    await page.locator('a[href$="/docs"]').first().click();

    await page.waitForURL('**/models/digits/docs');
  });
});

describe.each(MODELS)('the documentation of %s', (model) => {
  it('fits a phone without scrolling sideways', async () => {
    const { page } = await site.visit(PHONE, `/models/${model}/docs`);
    for (const example of await page.locator('summary').all()) await example.click();

    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  });

  it.each(['light', 'dark'] as const)('passes axe in the %s colour scheme', async (colorScheme) => {
    const { page } = await site.visit({ colorScheme, ...JUDGED }, `/models/${model}/docs`);

    expect(await findFaults(page)).toEqual([]);
  });
});
