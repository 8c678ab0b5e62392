import type { Group, Objective } from './group.ts';
import type { Check, Finding } from './outcome.ts';
import { minimumSamples } from './statistics.ts';

/** The objective, and how sure one must be of it. */
interface Demanded extends Objective {
  confidence: number;
}

/** Name of a quantile as people say it: 0.99 → `p99`, 0.999 → `p99.9`. */
export function percentileName(quantile: number): string {
  return `p${inPercent(quantile)}`;
}

/** Whether one kind of exchanges met the objective, and how sure that is. */
export function judgeGroup(kind: string, group: Group, demanded: Demanded): Check {
  const name = `${kind} in time`;
  if (group.count === 0) return { name, finding: 'unproven', detail: 'none: no request was sent' };
  const measured = group.percentileMilliseconds;
  const value = measured === null ? 'without a response' : `${measured.toFixed(1)} ms`;
  const { late, failed, spoiled, count } = group;
  const parts = [
    `${percentileName(demanded.quantile)} ${value}, limit ${demanded.limitMilliseconds} ms`,
    `${late} late and ${failed} failed of ${count}`,
    ...(spoiled > 0 ? [`${spoiled} of these for the load generator's own delays`] : []),
    describeConfidence(group, demanded),
  ];
  return { name, finding: findingOf(group, demanded), detail: parts.join('; ') };
}

/** Between an objective that surely holds and one that is surely missed, nothing is proven. */
function findingOf(group: Group, { confidence }: Demanded): Finding {
  if (group.confidence >= confidence) return 'passed';
  if (group.breachConfidence >= confidence) return 'failed';
  return group.met || group.missedByService ? 'unproven' : 'invalid';
}

function describeConfidence(group: Group, demanded: Demanded): string {
  const { confidence, breachConfidence, count } = group;
  const needed = minimumSamples(demanded.quantile, demanded.confidence);
  const few = count < needed ? `, ${needed} in time without exception are the least that give it` : '';
  if (!group.met)
    return `missed with ${(100 * breachConfidence).toFixed(1)} % confidence (${inPercent(demanded.confidence)} % demanded)`;
  return `confidence ${(100 * confidence).toFixed(1)} % (${inPercent(demanded.confidence)} % demanded)${few}`;
}

function inPercent(share: number): number {
  return Number((share * 100).toFixed(6));
}
