/** How a service is watched, and what encrypts what it keeps. */
export interface OperationSettings {
  /** Who is told when an alarm rings. */
  readonly alarmEmail?: string;
  /** How soon alarms ring: `strict` for what was promised, `quiet` for what is tried. */
  readonly alarms: 'strict' | 'quiet';
  /** Asks a sample of each task every five minutes, on the way that callers take. */
  readonly syntheticQuestion: boolean;
  /** What the account may cost in a month, in US dollars, before somebody is told. Without it, nobody is. */
  readonly monthlyBudget?: number;
  /** ARN of the key with which table, logs, notifications and the salt's secret are encrypted; without it, AWS's own. */
  readonly encryptionKeyArn?: string;
  /** Whether this one deployment goes out at once, unasked and whatever rings. */
  readonly hotfix: boolean;
}
