import { expect, it } from 'vitest';
import { manifests, synthesise } from './test-deployment.ts';

it('the template of dev is the one that was last looked at', () => {
  expect(synthesise('dev').toJSON()).toMatchSnapshot();
});

it('the template of two tasks in prod is the one that was last looked at', () => {
  const { digits, handwriting } = manifests;

  expect(synthesise('prod', { tasks: [digits, handwriting] }).toJSON()).toMatchSnapshot();
});
