import { callJson } from '../aws/call-json.ts';
import { readSampledTask } from '../sample-questions/sampled-task.ts';
import { checkVersion, type Verdict } from './check-version.ts';
import { Version } from './version.ts';

/** What CodeDeploy tells a hook. */
export interface HookEvent {
  readonly DeploymentId: string;
  readonly LifecycleEventHookExecutionId: string;
}

export type Hook = (event: HookEvent) => Promise<void>;

const TIMEOUT_MILLISECONDS = 5_000;
/** A verdict that does not arrive keeps a release waiting for an hour. */
const ATTEMPTS = 3;

/**
 * The hook that CodeDeploy calls before any traffic goes to a new version.
 *
 * @param environment `FUNCTION_NAME` and `NEW_VERSION`, whom to ask; `MODEL_DIRECTORY`, the task; `BUDGET_MILLISECONDS`
 */
export function createHook(environment: NodeJS.ProcessEnv): Hook {
  const { FUNCTION_NAME: functionName = '', NEW_VERSION: version = '', MODEL_DIRECTORY = '' } = environment;
  const budget = Number(environment.BUDGET_MILLISECONDS);
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
      const task = await readSampledTask(MODEL_DIRECTORY);
      return await checkVersion(new Version({ functionName, version }, environment), task, budget);
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
    for (let attempt = 1; ; attempt++) {
      try {
        await callJson(operation, verdict, environment, TIMEOUT_MILLISECONDS);
        return;
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
      }
    }
  }
}
