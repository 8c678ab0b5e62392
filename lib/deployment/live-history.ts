import {
  DeleteParametersCommand,
  GetParameterCommand,
  ParameterNotFound,
  PutParameterCommand,
} from '@aws-sdk/client-ssm';
import { type AwsClients, ifMissing } from './account/aws-clients.ts';

/**
 * The versions of a model that have been live, newest first, in a parameter of Parameter Store: neither CloudFormation nor
 * CodeDeploy knows them all (CloudFormation may report a release that CodeDeploy refuses later, and a hotfix bypasses CodeDeploy), and
 * the versions that are kept include refused ones.
 */
export class LiveHistory {
  readonly #ssm: AwsClients['ssm'];
  readonly #parameter: string;

  constructor({ ssm }: AwsClients, stack: string, model: string) {
    this.#ssm = ssm;
    this.#parameter = `/subsecond/${stack}/${model}/live`;
  }

  /** @returns empty where there is no record */
  read(): Promise<readonly string[]> {
    const noted = this.#ssm.send(new GetParameterCommand({ Name: this.#parameter }));
    return noted.then(
      ({ Parameter }) => Parameter?.Value?.split(',') ?? [],
      ifMissing<string[]>(ParameterNotFound, []),
    );
  }

  async write(versions: readonly string[]): Promise<void> {
    const Value = versions.slice(0, KEPT).join(',');
    await this.#ssm.send(
      new PutParameterCommand({ Name: this.#parameter, Value, Type: 'String', Overwrite: true }),
    );
  }

  /** Where nothing was noted, there is nothing to take away. */
  async forget(): Promise<void> {
    await this.#ssm.send(new DeleteParametersCommand({ Names: [this.#parameter] }));
  }
}

/** So many releases one can go back. */
const KEPT = 20;
