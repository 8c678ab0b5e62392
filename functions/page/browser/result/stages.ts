/** Latency by stage. */
import { make } from './element.ts';
import { duration } from './words.ts';

/** Name and colour of each stage of the service; an unknown stage keeps its own name. */
const STAGES: Readonly<Record<string, readonly [name: string, colour: string]>> = {
  contract: ['parse', '#8a8fa8'],
  cacheGet: ['cache read', '#4f9a8b'],
  queue: ['queue', '#a878a0'],
  decode: ['decode', '#d3a24a'],
  predict: ['predict', '#c0553f'],
  cachePut: ['cache write', '#5f6fc0'],
  network: ['network', 'color-mix(in srgb, var(--quiet) 30%, transparent)'],
};

/**
 * A bar with one part per stage, and its legend.
 *
 * @param stages milliseconds of each stage within the service, in their order
 * @param total milliseconds of the request in the browser; the part outside the stages is network
 */
export function stageBar(stages: Readonly<Record<string, number>>, total: number): HTMLElement[] {
  const inside = Object.values(stages).reduce((sum, milliseconds) => sum + milliseconds, 0);
  const bar = make('div', 'stages');
  bar.ariaHidden = 'true';
  const legend = make('dl', 'legend');
  for (const [stage, milliseconds] of Object.entries({ ...stages, network: Math.max(0, total - inside) })) {
    const [name, colour] = STAGES[stage] ?? [stage, 'var(--bar)'];
    const part = make('i', '');
    part.style.flexGrow = String(milliseconds);
    const entry = make('div', '', make('dt', '', name), make('dd', '', duration(milliseconds)));
    for (const { style } of [part, entry]) style.setProperty('--tone', colour);
    bar.append(part);
    legend.append(entry);
  }
  return [bar, legend];
}
