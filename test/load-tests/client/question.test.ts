import { describe, expect, it } from 'vitest';
import { newQuestion } from '../../../load-tests/client/question.ts';
import { labelOf, markedSample } from '../fixtures/task-folder.ts';

describe('a question', () => {
  it('has an id and bytes of its own each time', () => {
    const sample = markedSample('永');

    const [first, second] = [newQuestion(sample), newQuestion(sample)];

    expect(first.id).not.toBe(second.id);
    expect(Buffer.compare(first.sample.bytes, second.sample.bytes)).not.toBe(0);
    expect(labelOf(Buffer.from(first.sample.bytes))).toBe('永');
  });
});
