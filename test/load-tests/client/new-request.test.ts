import { describe, expect, it } from 'vitest';
import { type NewRequest, newRequest } from '../../../load-tests/client/new-request.ts';
import { labelOf, markedSample } from '../fixtures/model-folder.ts';

describe('a request', () => {
  it('has an id and bytes of its own each time', () => {
    const sample = markedSample('永');

    const [first, second] = [0, 1].map(() => newRequest(sample, 'image-classification')) as [
      NewRequest,
      NewRequest,
    ];

    expect(first.id).not.toBe(second.id);
    expect(Buffer.compare(first.sample.bytes, second.sample.bytes)).not.toBe(0);
    expect(labelOf(Buffer.from(first.sample.bytes))).toBe('永');
  });
});
