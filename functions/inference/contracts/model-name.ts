export interface ModelName {
  readonly name: string;
  /** Undefined for other models on Lambda: otherwise a new version of one model would change the functions of all. */
  readonly version?: string | undefined;
  readonly title: string;
}
