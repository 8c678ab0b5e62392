export interface ModelName {
  readonly name: string;
  /** Undefined of another model on Lambda: a new version of one model would change the functions of all. */
  readonly version?: string | undefined;
  readonly title: string;
}
