/** What is found out about a task's folder. */
export class Findings {
  /** What keeps the task from being served as it is meant. */
  readonly wrong: string[] = [];
  /** What is good to know. */
  readonly notes: string[] = [];
}
