/** Where several photographs are, their progress, and what can be done with all of them. */
import { elementOf } from '../shell/element.ts';
import type { Photograph } from './photograph.ts';
import { progress } from './progress.ts';

export function showProgress(photographs: readonly Photograph[]): void {
  const none = photographs.length === 0;
  elementOf('several', HTMLElement).hidden = none;
  elementOf('empty', HTMLElement).hidden = !none;
  elementOf('all', HTMLElement).hidden = photographs.length < 2;
  elementOf('count', HTMLElement).textContent = progress(photographs);
  const worthRepeating = photographs.filter(({ trouble }) => trouble?.worthRepeating);
  elementOf('retry-all', HTMLElement).hidden = worthRepeating.length < 2;
}
