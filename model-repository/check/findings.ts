/** What is found out about a model's folder. */
export class Findings {
  /** What keeps the model from being served as it is meant. */
  readonly wrong: string[] = [];
  /** What is good to know. */
  readonly notes: string[] = [];
}
