/** Where the time went. */
import { make } from './element.ts';
import { duration } from './words.ts';

/** What each step does, in words for people. */
const STEPS: Readonly<Record<string, string>> = {
  contract: 'check',
  recall: 'look up',
  queue: 'queue',
  decode: 'decode',
  predict: 'predict',
  remember: 'remember',
  way: 'the way',
};

/**
 * A bar with one part per step, and what the parts mean.
 *
 * @param stages milliseconds of each step within the service, in their order
 * @param total milliseconds there and back; what no step accounts for was spent on the way
 */
export function stageBar(stages: Readonly<Record<string, number>>, total: number): HTMLElement[] {
  const inside = Object.values(stages).reduce((sum, milliseconds) => sum + milliseconds, 0);
  const bar = make('div', 'stages');
  bar.ariaHidden = 'true';
  const legend = make('dl', 'legend');
  for (const [stage, milliseconds] of Object.entries({ ...stages, way: Math.max(0, total - inside) })) {
    const part = make('i', `tone-${stage}`);
    part.style.flexGrow = String(milliseconds);
    bar.append(part);
    const name = make('dt', '', STEPS[stage] ?? stage);
    legend.append(make('div', `tone-${stage}`, name, make('dd', '', duration(milliseconds))));
  }
  return [bar, legend];
}
