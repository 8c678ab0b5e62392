import {
  DeleteParametersCommand,
  GetParameterCommand,
  ParameterNotFound,
  PutParameterCommand,
} from '@aws-sdk/client-ssm';
import { type AwsClients, ifMissing } from './account/aws-clients.ts';

/** Number of versions that are kept. */
const KEPT = 20;

/**
 * The last versions of a model that were live, without those that were rolled back, latest first, in a parameter of Parameter
 * Store. No service of AWS lists exactly these: CloudFormation may report a release that CodeDeploy refuses later, CodeDeploy
 * misses hotfixes, and Lambda's list of versions includes refused ones.
 */
export function liveHistory({ ssm }: AwsClients, stack: string, model: string) {
  const Name = `/subsecond/${stack}/${model}/live`;
  return {
    /** @returns an empty list if there is no record */
    read: (): Promise<readonly string[]> => {
      const noted = ssm.send(new GetParameterCommand({ Name }));
      const none = ifMissing<string[]>(ParameterNotFound, []);
      return noted.then(({ Parameter }) => Parameter?.Value?.split(',') ?? [], none);
    },
    write: (versions: readonly string[]) => {
      const Value = versions.slice(0, KEPT).join(',');
      return ssm.send(new PutParameterCommand({ Name, Value, Type: 'String', Overwrite: true }));
    },
    /** Deletes the record, if there is one. */
    forget: () => ssm.send(new DeleteParametersCommand({ Names: [Name] })),
  };
}
