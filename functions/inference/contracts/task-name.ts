export interface TaskName {
  readonly name: string;
  readonly version: string;
  readonly title: string;
}
