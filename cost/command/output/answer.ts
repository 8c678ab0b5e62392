/** What a command prints, and the exit code that goes with it. */
export interface Answer {
  readonly text: string;
  readonly exitCode: number;
}
