import { expect, it } from 'vitest';
import { stages } from '../../lib/configuration/stage-configuration.ts';
import { synthesise } from './deployment.ts';

it.each(Object.keys(stages))('the template of %s is the one that was last looked at', (stage) => {
  expect(synthesise(stage).toJSON()).toMatchSnapshot();
});
