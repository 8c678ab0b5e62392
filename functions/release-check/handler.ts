import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { checkVersion, retryFor } from './check-version.ts';
import { readSampledModel } from './sampled-model.ts';
import { callsOf } from './version.ts';

export type CheckEvent = CloudFormationCustomResourceEvent<{ readonly Version: string }>;

const TIMEOUT_MILLISECONDS = 5_000;
/** Time for retries. IAM takes seconds to apply a permission, and a verdict that does not arrive blocks the deployment. */
const PATIENCE_MILLISECONDS = 30_000;
/** Limit of the characters of a reason. CloudFormation accepts verdicts of at most 4,096 bytes, including the other fields. */
const REASON_CHARACTERS = 1_000;

/**
 * Handler of the custom resource between a new version and the alias. Until the handler reports success,
 * CloudFormation provisions nothing for the version and routes no traffic to it.
 *
 * @param environment the variables `FUNCTION_NAME`, `MODEL_DIRECTORY` (the model's folder) and `DEADLINE_MILLISECONDS`
 * @param patience milliseconds for retries of `/healthz`, as many for the samples, and as many for sending the verdict
 * @param limit milliseconds after which no sample is sent
 */
export function createCheck(
  environment: NodeJS.ProcessEnv,
  patience = PATIENCE_MILLISECONDS,
  limit?: number,
) {
  const { FUNCTION_NAME: functionName = '', MODEL_DIRECTORY = '' } = environment;
  const deadline = Number(environment.DEADLINE_MILLISECONDS);
  return async (event: CheckEvent) => {
    const { Version: version } = event.ResourceProperties;
    const { good, reason } = await judge(event);
    console.log(JSON.stringify({ version, verdict: good ? 'good' : 'bad', reason }));
    await report(event, good, `Version ${version} is refused: ${reason}`);
  };

  async function judge(event: CheckEvent) {
    const { Version: version } = event.ResourceProperties;
    if (event.RequestType === 'Delete') return { good: true, reason: 'nothing to check' };
    // A rollback must not fail, so the old version, which was live before, is not checked.
    const before = event.RequestType === 'Update' ? event.OldResourceProperties.Version : version;
    if (Number(version) < Number(before)) return { good: true, reason: `rolled back from ${before}` };
    try {
      const model = await readSampledModel(MODEL_DIRECTORY);
      const call = callsOf(functionName, version, environment);
      return await checkVersion(call, model, deadline, patience, limit);
    } catch (error) {
      return { good: false, reason: (error as Error).message };
    }
  }

  async function report(event: CheckEvent, good: boolean, reason: string): Promise<void> {
    const { StackId, RequestId, LogicalResourceId, ResponseURL } = event;
    const body = JSON.stringify({
      Status: good ? 'SUCCESS' : 'FAILED',
      ...(!good && { Reason: reason.slice(0, REASON_CHARACTERS) }),
      PhysicalResourceId: `release-check-${functionName}`,
      StackId,
      RequestId,
      LogicalResourceId,
    });
    await retryFor(patience)(() => send(ResponseURL, body));
  }
}

async function send(url: string, body: string): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  // The content type is empty, because the URL's signature does not include one.
  const { ok, status } = await fetch(url, { method: 'PUT', body, headers: { 'content-type': '' }, signal });
  if (!ok) throw new Error(`CloudFormation did not accept the verdict: ${status}`);
}
