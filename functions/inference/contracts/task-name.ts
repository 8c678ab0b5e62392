export interface TaskName {
  readonly name: string;
  /** Undefined of another task on Lambda: a new version of one task would change the functions of all. */
  readonly version?: string | undefined;
  readonly title: string;
}
