/** What a command prints, and the exit code that goes with it. */
export interface Printed {
  readonly text: string;
  readonly exitCode: number;
}
