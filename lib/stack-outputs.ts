import { CfnOutput, type Stack } from 'aws-cdk-lib';
import type { EnsembleEndpoint } from './endpoint/ensemble-endpoint.ts';
import type { HttpEndpoint } from './endpoint/http-endpoint.ts';
import type { ServiceMonitoring } from './monitoring/service-monitoring.ts';
import type { ResultCache } from './result-cache.ts';

/** The parts of a deployment that tell something. */
interface TellingStack extends Stack {
  readonly httpEndpoint: HttpEndpoint;
  readonly resultCache: ResultCache;
  readonly monitoring: ServiceMonitoring;
  readonly endpoints: readonly EnsembleEndpoint[];
}

/** What a deployment tells about itself when it is done: `npm run deploy` prints it, and other programs can read it. */
export function addOutputs(stack: TellingStack): void {
  const { httpEndpoint, resultCache, monitoring } = stack;
  const add = (id: string, description: string, value: string | undefined) => {
    if (value !== undefined) new CfnOutput(stack, id, { value, description });
  };
  add('Url', 'Address of the service', httpEndpoint.url);
  add('DomainTarget', 'What the CNAME of the own name must lead to', httpEndpoint.domainTarget);
  add('Keys', "Secret with callers' keys", httpEndpoint.keys?.secretArn);
  add('Table', 'Table of the result cache', resultCache.table.tableName);
  add('Dashboard', 'Name of the dashboard', monitoring.facade.createdDashboard()?.dashboardName);
  add('AccessLog', "Log group of the gateway's access log", httpEndpoint.accessLogGroup?.logGroupName);
  for (const endpoint of stack.endpoints) {
    const { task } = endpoint;
    // Within the task's own construct, so that an id is one task's only, whatever its name.
    new CfnOutput(endpoint, 'FunctionName', {
      value: endpoint.function.functionName,
      description: `Function of ${task}`,
    });
    new CfnOutput(endpoint, 'LogGroupName', {
      value: endpoint.logGroup.logGroupName,
      description: `Log group of ${task}`,
    });
  }
}
