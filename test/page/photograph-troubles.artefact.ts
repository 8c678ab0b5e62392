import { describe, expect, it } from 'vitest';
import { PROBLEMS } from '../../functions/inference/problems/problems.ts';
import { type Brought, chosen, drop } from './support/bring.ts';
import { explanationOf, INSECTS, photographs, whichOf } from './support/insects.ts';
import { openPlayedService, Reply } from './support/played-service.ts';
import { readCards, readLabels } from './support/reading-photographs.ts';

const files = await photographs('a.png', 'b.png', 'c.png');
const service = openPlayedService(INSECTS);
const problem = (name: keyof typeof PROBLEMS, detail: string) =>
  new Reply(PROBLEMS[name].status, { ...PROBLEMS[name], detail });
const text = (name: string, type: string): Brought => ({
  name,
  type,
  bytes: Buffer.from('Dear Sir or Madam'),
});

describe('of several photographs', () => {
  it.each([
    [413, problem('image-too-large', 'At most 4194304 bytes are taken.'), 'That is too large'],
    [415, problem('image-format', 'The image must be a JPEG or PNG file.'), 'That is not a picture'],
    [422, problem('image-too-many-pixels', 'at most 50000000 pixels.'), 'The image has too many pixels'],
    [503, new Reply(503, { detail: 'The service is stopping.' }), 'The service is busy'],
  ])(
    'one that is refused with %i says why in the words of the service, and the others are answered',
    async (_, refusal, title) => {
      const { page } = await service.visit((request) =>
        whichOf(files, request) === 0 ? refusal : explanationOf(),
      );

      await drop(page, ...files.slice(0, 2));

      const [refused, answered] = await readCards(page);
      const { detail } = refusal.problem as { detail: string };
      expect(refused).toContain(title);
      expect(refused).toContain(`a.png: ${detail}`);
      expect(answered).toMatch(/^bee/);
      expect(await page.locator('#count').textContent()).toBe('1 answered, 1 not');
    },
  );

  it('one that a busy service refuses is asked again when it says so, without anybody’s doing', async () => {
    const ids: (string | undefined)[] = [];
    const { page } = await service.visit((request, count) => {
      ids.push(request.headers()['idempotency-key']);
      return count === 1 ? new Reply(429, {}, { 'retry-after': '1' }) : explanationOf();
    });

    await page.locator('#choose').setInputFiles(chosen(...files.slice(0, 1)));
    await page.getByText('The service is busy: asked again in 1 s').waitFor();

    expect(await readLabels(page)).toEqual(['bee']);
    expect(ids[0]).toBe(ids[1]);
  });

  it('those without a connection wait until a person tries again, one or all', async () => {
    const { page } = await service.visit((_request, count) =>
      count <= 3 ? 'no connection' : explanationOf(),
    );
    await drop(page, ...files);
    const before = await readCards(page);

    await page.locator('.again').first().click();
    await page.locator('.label').waitFor();
    await page.locator('#retry-all').click();

    expect(before).toHaveLength(3);
    for (const card of before) expect(card).toMatch(/^No connection/);
    expect(await readLabels(page)).toEqual(['bee', 'bee', 'bee']);
  });

  it('those that are no pictures are named, and nothing is asked about them', async () => {
    const { page, requests } = await service.visit(() => explanationOf());

    await drop(page, text('letter.pdf', 'application/pdf'), files[0]!);

    expect(await readLabels(page)).toEqual(['bee']);
    expect(await page.getByRole('alert').textContent()).toMatch(/letter\.pdf/);
    expect(requests.filter((address) => address.endsWith('/explain'))).toHaveLength(1);
  });

  it.each([
    ['only looks like one', text('letter.jpg', 'image/jpeg'), /^That is not a picture\s+letter\.jpg:/],
    [
      'this browser cannot open',
      text('IMG_1.HEIC', ''),
      /^This browser cannot open HEIC pictures\s+IMG_1\.HEIC: Safari can/,
    ],
  ])('one that %s says so', async (_, file, words) => {
    const { page } = await service.visit(() => explanationOf());

    await drop(page, file, files[0]!);

    expect((await readCards(page))[0]).toMatch(words);
  });

  it('one that is removed while it waits is never asked about', async () => {
    let goOn: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const { page, requests } = await service.visit(async () => {
      await held;
      return explanationOf();
    });
    await drop(page, ...files);

    await page.getByRole('button', { name: 'Remove c.png' }).click();
    goOn();

    expect(await readLabels(page)).toHaveLength(2);
    expect(requests.filter((address) => address.endsWith('/explain'))).toHaveLength(2);
  });
});
