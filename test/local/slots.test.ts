import { expect, test } from 'vitest';
import { Slots } from '../../local/slots.ts';

test('items in flight are found by number, and a number is reused only after its item is gone', () => {
  const slots = new Slots<{ name: string }>();
  const [a, b, c] = ['a', 'b', 'c'].map((name) => slots.add({ name }));
  slots.delete(b!);
  slots.delete(b!);
  expect(slots.size).toBe(2);
  expect(slots.get(b!)).toBeUndefined();
  const d = slots.add({ name: 'd' });
  const e = slots.add({ name: 'e' });
  expect(new Set([a, c, d, e]).size).toBe(4);
  expect([...slots].map(([, { name }]) => name).sort()).toEqual(['a', 'c', 'd', 'e']);
});
