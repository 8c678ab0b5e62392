/** Latency by stage. */
import { make } from './element.ts';
import { duration } from './words.ts';

/** Stages of the service as people read them; another one keeps its own name. */
const STAGES: Readonly<Record<string, string>> = {
  contract: 'parse',
  cacheGet: 'cache read',
  cachePut: 'cache write',
};

/**
 * A bar with one part per stage, and its legend.
 *
 * @param stages milliseconds of each stage within the service, in their order
 * @param total milliseconds of the request as the browser measures it; what no stage accounts for is network
 */
export function stageBar(stages: Readonly<Record<string, number>>, total: number): HTMLElement[] {
  const inside = Object.values(stages).reduce((sum, milliseconds) => sum + milliseconds, 0);
  const bar = make('div', 'stages');
  bar.ariaHidden = 'true';
  const legend = make('dl', 'legend');
  for (const [stage, milliseconds] of Object.entries({ ...stages, network: Math.max(0, total - inside) })) {
    const part = make('i', `tone-${stage}`);
    part.style.flexGrow = String(milliseconds);
    bar.append(part);
    const name = make('dt', '', STAGES[stage] ?? stage);
    legend.append(make('div', `tone-${stage}`, name, make('dd', '', duration(milliseconds))));
  }
  return [bar, legend];
}
