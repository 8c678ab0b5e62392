import type { Group, Objective } from './group.ts';
import type { Check, Finding } from './outcome.ts';
import { breachConfidence, minimumSamples, objectiveConfidence } from './statistics.ts';

/** Rules of a verdict. */
export interface Rules extends Objective {
  /** Share of the responses that must be right. */
  accuracy: number;
  /** Confidence with which the quantile and the accuracy must be reached for a PASS, or missed for a FAIL, between 0 and 1. */
  confidence: number;
}

/** Name of a quantile: 0.99 → `p99`, 0.999 → `p99.9`. */
export function percentileName(quantile: number): string {
  return `p${inPercent(quantile)}`;
}

/** Whether one kind of exchanges met the objective, with the confidence of this finding. */
export function judgeGroup(kind: string, group: Group, rules: Rules): Check {
  const name = `${kind} in time`;
  if (group.count === 0) return { name, finding: 'unproven', detail: 'no request was sent' };
  const measured = group.percentileMilliseconds;
  const value = measured === null ? 'without a response' : `${measured.toFixed(1)} ms`;
  const { late, failed, spoiled, count } = group;
  const parts = [
    `${percentileName(rules.quantile)} ${value}, limit ${rules.limitMilliseconds} ms`,
    `${late} late and ${failed} failed of ${count}`,
    ...(spoiled > 0 ? [`${spoiled} of these because of the load generator`] : []),
    describeConfidence(group, rules.quantile, rules.confidence),
  ];
  return { name, finding: findingOf(group, rules.confidence), detail: parts.join('; ') };
}

/**
 * Whether enough of `count` trials succeeded.
 * @param demanded smallest share of successes, between 0 and 1
 * @param confidence smallest confidence of the finding, between 0 and 1
 * @returns the finding, and its confidence in words
 */
export function judgeShare(count: number, failures: number, demanded: number, confidence: number) {
  const share = {
    count,
    confidence: objectiveConfidence(count, failures, demanded),
    breachConfidence: breachConfidence(count, failures, demanded),
    met: failures <= (1 - demanded) * count + 1e-9,
    missedByService: true,
  };
  const described = describeConfidence(share, demanded, confidence);
  return { finding: findingOf(share, confidence), confidence: described };
}

type Share = Pick<Group, 'count' | 'confidence' | 'breachConfidence' | 'met' | 'missedByService'>;

/**
 * If the objective is neither certainly met nor certainly missed, the finding is `unproven`. If the objective is missed only
 * because of requests that the load generator spoiled, the finding is `invalid` instead.
 */
function findingOf(share: Share, confidence: number): Finding {
  if (share.confidence >= confidence) return 'passed';
  if (share.breachConfidence >= confidence) return 'failed';
  return share.met || share.missedByService ? 'unproven' : 'invalid';
}

function describeConfidence(share: Share, demanded: number, required: number): string {
  const { confidence, breachConfidence, count, met } = share;
  const requires = `${inPercent(required)} % demanded`;
  if (!met) return `missed with ${(100 * breachConfidence).toFixed(1)} % confidence (${requires})`;
  const needed = minimumSamples(demanded, required);
  const few = count < needed ? `, which takes at least ${needed} requests without a failure` : '';
  return `confidence ${(100 * confidence).toFixed(1)} % (${requires}${few})`;
}

export function inPercent(share: number): number {
  return Number((share * 100).toFixed(6));
}
