import { callJson } from '../aws/call-json.ts';
import { readSampledModel } from '../sample-requests/sampled-model.ts';
import { checkVersion, type Verdict } from './check-version.ts';
import { Patience } from './patience.ts';
import { Version } from './version.ts';

/** What CodeDeploy passes to a hook. */
export interface HookEvent {
  readonly DeploymentId: string;
  readonly LifecycleEventHookExecutionId: string;
}

export type Hook = (event: HookEvent) => Promise<void>;

const TIMEOUT_MILLISECONDS = 5_000;
/** IAM takes seconds to spread a permission; a verdict that does not arrive keeps a release waiting for an hour. */
const PATIENCE_MILLISECONDS = 30_000;

/**
 * The hook that CodeDeploy calls before any traffic goes to a new version.
 *
 * @param environment `FUNCTION_NAME` and `NEW_VERSION`, the version to check; `MODEL_DIRECTORY`, the model; `DEADLINE_MILLISECONDS`
 * @param patience milliseconds for which calls that AWS refuses are made again
 */
export function createHook(environment: NodeJS.ProcessEnv, patience = PATIENCE_MILLISECONDS): Hook {
  const { FUNCTION_NAME: functionName = '', NEW_VERSION: version = '', MODEL_DIRECTORY = '' } = environment;
  const deadline = Number(environment.DEADLINE_MILLISECONDS);
  return async ({ DeploymentId: deploymentId, LifecycleEventHookExecutionId: executionId }) => {
    const { good, reason } = await judge();
    console.log(JSON.stringify({ version, verdict: good ? 'good' : 'bad', reason }));
    await tell({
      deploymentId,
      lifecycleEventHookExecutionId: executionId,
      status: good ? 'Succeeded' : 'Failed',
    });
  };

  async function judge(): Promise<Verdict> {
    try {
      const model = await readSampledModel(MODEL_DIRECTORY);
      const checked = new Version({ functionName, version }, environment);
      return await checkVersion(checked, model, deadline, new Patience(patience));
    } catch (error) {
      return { good: false, reason: (error as Error).message };
    }
  }

  async function tell(verdict: Readonly<Record<string, string>>): Promise<void> {
    const operation = {
      service: 'codedeploy',
      sdkId: 'CODEDEPLOY',
      target: 'CodeDeploy_20141006.PutLifecycleEventHookExecutionStatus',
    };
    const left = new Patience(patience);
    for (;;) {
      try {
        await callJson(operation, verdict, environment, TIMEOUT_MILLISECONDS);
        return;
      } catch (error) {
        if (!(await left.pause())) throw error;
      }
    }
  }
}
