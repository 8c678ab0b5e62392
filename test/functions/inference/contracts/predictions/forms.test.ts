import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pictureEmbeddings } from '../../../../../functions/inference/contracts/predictions/picture-formats.ts';
import { cpuTime } from '../../../../support/cpu-time.ts';
import { refusalOf } from '../../../support/refusal.ts';
import { BOUNDARY, CLIENTS, FIELD, FILE, form, formType, join, PICTURE, part, sent } from './bodies.ts';

const picturesIn = (body: Buffer | string, contentType: string) =>
  pictureEmbeddings().parse(sent(body, contentType)).input.pictures as Buffer[];
const problemOf = (body: Buffer | string, contentType = formType()) =>
  refusalOf(() => picturesIn(body, contentType));

const whole = form([part(FILE)]);

describe('A form', () => {
  it.each(Object.entries(CLIENTS))('of %s gives its picture, byte for byte', (_, [contentType, body]) => {
    expect(picturesIn(body, contentType)).toEqual([PICTURE]);
  });

  it.each([
    ['no file', form([part('Content-Disposition: form-data; name="image"', 'picture.jpg')]), 'has no file'],
    ['an empty file', form([part(FILE, '')]), 'has no file'],
    ['no part', `--${BOUNDARY}--\r\n`, 'has no file'],
    ['a field', form([part(FILE), part(`${FIELD} name="top_k"`, '3')]), 'the unknown field "top_k"'],
    [
      'a field of a note',
      form([part(`${FIELD} name=n\xc3\xb6\r\nContent-Type: text/plain`), part(FILE)]),
      '"nö"',
    ],
    ['more than 64 parts', form(Array(65).fill(part(FILE))), 'at most 64 parts'],
    ['headers without end', form([part(`${FILE}\r\nX: ${'x'.repeat(5000)}`)]), 'malformed'],
    ['bare line feeds', whole.toString('latin1').replaceAll('\r\n', '\n'), 'malformed'],
    ['a boundary that goes on', whole.toString().replace(BOUNDARY, `${BOUNDARY}x`), 'malformed'],
    ['nothing in it', '', 'cut off'],
    ['no last boundary', whole.subarray(0, -10), 'cut off'],
    ['no end of its last boundary', whole.subarray(0, -4), 'cut off'],
  ])('with %s is refused with what would be right', (_, body, reason) => {
    const message = expect.stringContaining(reason);
    expect(problemOf(body)).toMatchObject({ problem: 'invalid-request', message });
  });

  const types = ['multipart/form-data', 'multipart/form-data; boundary=', formType('x'.repeat(71))];
  it.each(types)('of media type %s is refused for its boundary', (contentType) => {
    expect(problemOf(whole, contentType)?.message).toContain('must name its boundary');
  });

  it("of Node's own client is read correctly, whatever its content", async () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 });

    await fc.assert(
      fc.asyncProperty(bytes, fc.string(), fc.string(), async (content, name, field) => {
        const data = new FormData();
        data.append(field, new Blob([content]), name);
        const request = new Request('http://x', { method: 'POST', body: data });
        const body = Buffer.from(await request.arrayBuffer());

        const pictures = picturesIn(body, request.headers.get('content-type')!);
        expect(pictures).toEqual([Buffer.from(content)]);
      }),
    );
  });

  it('that is damaged anywhere gives a picture or a problem', () => {
    const pieces = ['\r\n', '--', BOUNDARY, `\r\n--${BOUNDARY}`, `${FILE}\r\n`, ':', '\r\n\r\n', 'x', '\0'];
    const damaged = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((found) => join(...found));

    fc.assert(
      fc.property(damaged, (body) => {
        let pictures: Buffer[] = [];
        const problem = refusalOf(() => (pictures = picturesIn(body, formType())));
        expect(problem !== undefined || pictures.length > 0).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  const repeat = (text: string) => Buffer.from(text.repeat(Math.floor(4_000_000 / text.length)));
  const long = 'a'.repeat(70);
  it.each([
    ['almost boundaries', formType(long), repeat(`\r\n--${long.slice(1)}`)],
    ['boundaries with a wrong first byte', formType(long), repeat(`X\n--${long}`)],
    ['the bytes of a boundary', formType(long), repeat('a')],
    ['line ends', formType('b'), repeat('\r\n')],
    ['boundaries that go on', formType('b'), repeat('\r\n--bX')],
    ['parts', formType('b'), repeat(`--b\r\n${FILE}\r\n\r\n\r\n`)],
    ['headers', formType('b'), repeat('X: y\r\n')],
  ])('of four megabytes of %s is handled within a second', (_, contentType, middle) => {
    const boundary = contentType.slice(contentType.indexOf('=') + 1);
    const body = join(`--${boundary}\r\n${FILE}\r\n\r\n`, middle, `\r\n--${boundary}--`);
    const milliseconds = cpuTime();

    problemOf(body, contentType);

    // Parsing takes a hundredth of this limit; a quadratic algorithm would take minutes.
    expect(milliseconds()).toBeLessThan(1000);
  });
});
