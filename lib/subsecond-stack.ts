import { Stack, type StackProps } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ILayerVersion } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { addressProps } from './address-props.ts';
import type { ServiceConfiguration } from './configuration/service-configuration.ts';

import { type DeploymentArtefacts, lambdaArchitecture, locateArtefacts } from './deployment-artefacts.ts';
import { EnsembleEndpoint } from './endpoint/ensemble-endpoint.ts';
import { HttpEndpoint } from './endpoint/http-endpoint.ts';
import { RuntimeLayer } from './endpoint/runtime-layer.ts';
import { sharedCapacity, taskProps } from './endpoint-settings.ts';
import { ServiceMonitoring } from './monitoring/service-monitoring.ts';
import { addSpendingAlarm, encryptionKey, monitoringProps } from './operation-props.ts';
import { CanaryRelease } from './release/canary-release.ts';
import { ResultCache } from './result-cache.ts';
import { addOutputs } from './stack-outputs.ts';
import { Task } from './task.ts';

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
    const { retainData, canary, hotfix, logRetentionDays: logRetention } = configuration;
    const { sampleQuestions: checkCode } = artefacts ?? {};
    const key = encryptionKey(this, configuration);
    this.resultCache = new ResultCache(this, 'ResultCache', {
      retainData,
      ...(key && { encryptionKey: key }),
    });
    this.httpEndpoint = new HttpEndpoint(this, 'Http', {
      ...addressProps(this, configuration, artefacts?.authorizer),
      ...(key && { logEncryptionKey: key }),
    });
    this.endpoints = this.addTasks(
      configuration,
      artefacts ?? locateArtefacts(configuration.architecture),
      key,
    );
    this.monitoring = new ServiceMonitoring(this, 'Monitoring', {
      ...monitoringProps(this, configuration, this.endpoints, checkCode),
      table: this.resultCache.table,
      ...(key && { encryptionKey: key }),
    });
    addSpendingAlarm(this, configuration);
    const { alarms } = this.monitoring;
    this.canaries = this.endpoints.flatMap((endpoint, index) => {
      const own = alarms.tasks[index];
      if (!canary || !own) return [];
      return new CanaryRelease(this, `Release-${endpoint.task}`, {
        endpoint,
        alarms: own.againstRelease,
        hotfix,
        logRetention,
        ...(checkCode && { checkCode }),
      });
    });
    addOutputs(this);
  }

  /** The functions, which share the native libraries. Each has its name as its id, so that it stays when others go. */
  private addTasks(
    configuration: ServiceConfiguration,
    artefacts: DeploymentArtefacts,
    key: IKey | undefined,
  ): readonly [EnsembleEndpoint, ...EnsembleEndpoint[]] {
    const runtimeLayer = new RuntimeLayer(this, 'RuntimeLayer', {
      architecture: lambdaArchitecture(configuration.architecture),
      code: artefacts.runtimeLayer,
    });
    const capacity = sharedCapacity(this, configuration, key);
    const [first, ...others] = configuration.tasks;
    const add = (task: typeof first) =>
      new EnsembleEndpoint(this, `Task-${task.manifest.task}`, {
        ...taskProps(configuration, task, key, capacity),
        task: Task.fromLayer(task.manifest, artefacts.modelsLayer(task.manifest.task)),
        code: artefacts.code,
        runtimeLayer: runtimeLayer as ILayerVersion,
        httpEndpoint: this.httpEndpoint,
        table: this.resultCache.table,
      });
    return [add(first), ...others.map(add)];
  }
}
