import { type AwsCalls, AwsRefusal } from './account/aws-calls.ts';

/**
 * The versions of a model that have been live, newest first, in a parameter of Parameter Store: neither CloudFormation nor
 * CodeDeploy knows them all (CloudFormation may report a release that CodeDeploy refuses later, and a hotfix bypasses CodeDeploy), and
 * the versions that are kept include refused ones.
 */
export class LiveHistory {
  readonly #aws: AwsCalls;
  readonly #parameter: string;

  constructor(aws: AwsCalls, stack: string, model: string) {
    this.#aws = aws;
    this.#parameter = `/subsecond/${stack}/${model}/live`;
  }

  /** @returns empty where there is no record */
  async read(): Promise<readonly string[]> {
    try {
      const output = await this.#aws.json('ssm', 'AmazonSSM.GetParameter', { Name: this.#parameter });
      return (output as { Parameter: { Value: string } }).Parameter.Value.split(',');
    } catch (error) {
      if (error instanceof AwsRefusal && error.code === 'ParameterNotFound') return [];
      throw error;
    }
  }

  async write(versions: readonly string[]): Promise<void> {
    await this.#aws.json('ssm', 'AmazonSSM.PutParameter', {
      Name: this.#parameter,
      Value: versions.slice(0, KEPT).join(','),
      Type: 'String',
      Overwrite: true,
    });
  }

  /** Where nothing was noted, there is nothing to take away. */
  async forget(): Promise<void> {
    await this.#aws.json('ssm', 'AmazonSSM.DeleteParameters', { Names: [this.#parameter] });
  }
}

/** So many releases one can go back. */
const KEPT = 20;
