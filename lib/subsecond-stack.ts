import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { ILayerVersion } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { CanaryRelease } from './canary-release.ts';
import type { ServiceConfiguration } from './configuration/service-configuration.ts';

import { type DeploymentArtefacts, lambdaArchitecture } from './deployment-artefacts.ts';
import { EnsembleEndpoint } from './endpoint/ensemble-endpoint.ts';
import { HttpEndpoint } from './endpoint/http-endpoint.ts';
import { RuntimeLayer } from './endpoint/runtime-layer.ts';
import { addressProps, taskProps } from './endpoint-settings.ts';
import { ServiceMonitoring } from './monitoring/service-monitoring.ts';
import { ResultCache } from './result-cache.ts';

/** Properties of a {@link SubsecondStack}. */
export interface SubsecondStackProps extends StackProps {
  /**
   * What is uploaded.
   * @default - what `npm run build` and `npm run layers` have left in dist/
   */
  readonly artefacts?: DeploymentArtefacts;
}

/**
 * One deployment of a service: a function for each task behind one address and one result cache, monitoring and, where
 * configured, canary releases.
 */
export class SubsecondStack extends Stack {
  readonly resultCache: ResultCache;
  readonly httpEndpoint: HttpEndpoint;
  /** The tasks, in their order. */
  readonly endpoints: readonly [EnsembleEndpoint, ...EnsembleEndpoint[]];
  readonly monitoring: ServiceMonitoring;
  /** One for each task; empty where releases go out at once. */
  readonly canaries: readonly CanaryRelease[];

  constructor(
    scope: Construct,
    id: string,
    configuration: ServiceConfiguration,
    { artefacts, ...props }: SubsecondStackProps = {},
  ) {
    super(scope, id, props);
    const { retainData, alarmEmail, canary } = configuration;
    this.resultCache = new ResultCache(this, 'ResultCache', { retainData });
    this.httpEndpoint = new HttpEndpoint(this, 'Http', addressProps(configuration));
    this.endpoints = this.addTasks(configuration, artefacts);
    this.monitoring = new ServiceMonitoring(this, 'Monitoring', {
      endpoints: this.endpoints,
      table: this.resultCache.table,
      ...(alarmEmail !== undefined && { email: alarmEmail }),
    });
    const { alarms } = this.monitoring;
    this.canaries = this.endpoints.flatMap(({ alias, task }, index) => {
      const own = alarms.tasks[index];
      if (!canary || !own) return [];
      return new CanaryRelease(this, `Release-${task}`, { alias, alarms: alarms.againstRelease(own) });
    });
    new CfnOutput(this, 'Url', { value: this.httpEndpoint.url, description: 'Address of the service' });
  }

  /** The functions, which share the native libraries. Each has its name as its id, so that it stays when others go. */
  private addTasks(
    configuration: ServiceConfiguration,
    artefacts: DeploymentArtefacts | undefined,
  ): readonly [EnsembleEndpoint, ...EnsembleEndpoint[]] {
    const runtimeLayer = new RuntimeLayer(this, 'RuntimeLayer', {
      architecture: lambdaArchitecture(configuration.architecture),
      ...(artefacts && { code: artefacts.runtimeLayer }),
    });
    const [first, ...others] = configuration.tasks;
    const add = (task: typeof first) =>
      new EnsembleEndpoint(this, `Task-${task.manifest.task}`, {
        ...taskProps(configuration, task),
        ...(artefacts && { code: artefacts.code, modelsLayer: artefacts.modelsLayer(task.manifest.task) }),
        runtimeLayer: runtimeLayer as ILayerVersion,
        httpEndpoint: this.httpEndpoint,
        table: this.resultCache.table,
      });
    return [add(first), ...others.map(add)];
  }
}
