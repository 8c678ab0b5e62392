import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../../functions/inference/contracts/request/base64.ts';

describe('base64', () => {
  it.each([
    ['a line break', 'AAAA\nAAA='],
    ['the URL-safe alphabet', 'AA-_'],
    ['missing padding', 'AA'],
    ['padding in the middle', 'AA==AAAA'],
    ['three padding characters', 'A==='],
    ['bits beyond the last byte', 'AB=='],
    ['a letter that is an A in its low byte', 'AAA\u0141'],
    ['a data: URI of a text', 'data:text/plain;base64,AAAA'],
    ['a data: URI that is not base64', 'data:image/png,AAAA'],
  ])('refuses %s', (_, text) => {
    expect(() => decodePicture(text)).toThrow(expect.objectContaining({ problem: 'invalid-base64' }));
  });

  it.each([
    'data:image/svg+xml;charset=utf-8;base64,',
    'data:;base64,',
    'DATA:application/octet-stream;BASE64,',
  ])('is found behind %s', (prefix) => {
    expect(decodePicture(`${prefix}AAAA`)).toEqual(Buffer.alloc(3));
  });
});
