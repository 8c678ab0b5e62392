/** Lambda's two ways to an environment, the values of `AWS_LAMBDA_INITIALIZATION_TYPE`. */
export type InitializationType = 'provisioned-concurrency' | 'on-demand';

/** What every environment of a service has in common. */
export interface EnvironmentPlan {
  /** Program and arguments of the runtime client. */
  readonly command: readonly string[];
  /** Folder of the function, the working directory. */
  readonly taskRoot: string;
  /** Environment variables, without those that differ per environment. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** File descriptor that takes what the function prints. */
  readonly output: number;
  /** The file behind it, for messages. */
  readonly logFile: string;
  /** Told of lines that could not be written there. @default nobody */
  readonly linesLost?: (count: number) => void;
  readonly functionArn: string;
  /** Requests that an environment takes at once. */
  readonly concurrency: number;
  readonly functionTimeoutMilliseconds: number;
  /** Milliseconds a function may take to load. */
  readonly initializationTimeoutMilliseconds: number;
}
