import { type App, CfnOutput, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Code, ILayerVersion } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { addressProps } from './address-props.ts';
import { CanaryRelease } from './canary-release.ts';
import type { ServiceConfiguration } from './configuration/service-configuration.ts';
import { defined } from './defined.ts';
import { FUNCTION_OUTPUT, RELEASE_OUTPUT } from './deployment/account/stack-outputs.ts';
import { type DeploymentArtefacts, lambdaArchitecture, locateArtefacts } from './deployment-artefacts.ts';
import { EnsembleEndpoint } from './endpoint/ensemble-endpoint.ts';
import { HttpEndpoint } from './endpoint/http-endpoint.ts';
import { RuntimeLayer } from './endpoint/runtime-layer.ts';
import { modelProps, sharedCapacity } from './endpoint-settings.ts';
import { Model } from './model.ts';
import { ServiceMonitoring } from './monitoring/service-monitoring.ts';
import { addSpendingAlarm, encryptionKey, monitoringProps } from './operation-props.ts';
import { ReleaseCheck } from './release-check.ts';
import { ResponseCache } from './result-cache.ts';
import { stackName } from './stack-name.ts';

/** Properties of a {@link SubsecondStack}. */
export interface SubsecondStackProps extends StackProps {
  /**
   * What is uploaded.
   * @default - what `npm run build` and `npm run layers` have left in dist/
   */
  readonly artefacts?: DeploymentArtefacts;
}

/**
 * One deployment of a service: a function for each model behind one address and one response cache, monitoring and, where
 * configured, canary releases.
 */
export class SubsecondStack extends Stack {
  readonly resultCache: ResponseCache;
  readonly httpEndpoint: HttpEndpoint;
  /** The models, in their order. */
  readonly endpoints: readonly [EnsembleEndpoint, ...EnsembleEndpoint[]];
  readonly monitoring: ServiceMonitoring;
  /** One for each model; empty where releases go out at once. */
  readonly canaries: readonly CanaryRelease[];

  constructor(
    scope: Construct,
    id: string,
    configuration: ServiceConfiguration,
    { artefacts, ...props }: SubsecondStackProps = {},
  ) {
    super(scope, id, props);
    const { retainData, canary, hotfix } = configuration;
    const { sampleRequests: code } = artefacts ?? {};
    const key = encryptionKey(this, configuration);
    this.resultCache = new ResponseCache(this, 'ResultCache', {
      retainData,
      ...defined({ encryptionKey: key }),
    });
    this.httpEndpoint = new HttpEndpoint(
      this,
      'Http',
      addressProps(this, configuration, artefacts?.authorizer, key),
    );
    this.endpoints = this.addModels(
      configuration,
      artefacts ?? locateArtefacts(configuration.architecture),
      key,
    );
    this.monitoring = new ServiceMonitoring(this, 'Monitoring', {
      ...monitoringProps(this, configuration, this.endpoints, code),
      table: this.resultCache.table,
      ...defined({ encryptionKey: key }),
    });
    addSpendingAlarm(this, configuration);
    if (!hotfix) this.addChecks(code);
    this.canaries = canary ? this.addCanaries(hotfix) : [];
    this.addOutputs();
  }

  /** The functions, which share the native libraries. Each has its name as its id, so that it stays when others go. */
  private addModels(
    configuration: ServiceConfiguration,
    artefacts: DeploymentArtefacts,
    key: IKey | undefined,
  ): readonly [EnsembleEndpoint, ...EnsembleEndpoint[]] {
    const runtimeLayer = new RuntimeLayer(this, 'RuntimeLayer', {
      architecture: lambdaArchitecture(configuration.architecture),
      code: artefacts.runtimeLayer,
    });
    const capacity = sharedCapacity(this, configuration, key);
    const [first, ...others] = configuration.models;
    const add = (model: typeof first) =>
      // The logical ids of stacks that are deployed begin like this.
      new EnsembleEndpoint(this, `Task-${model.manifest.model}`, {
        ...modelProps(configuration, model, key, capacity),
        model: Model.fromLayer(model.manifest, artefacts.modelsLayer(model.manifest.model)),
        code: artefacts.code,
        runtimeLayer: runtimeLayer as ILayerVersion,
        httpEndpoint: this.httpEndpoint,
        table: this.resultCache.table,
      });
    return [add(first), ...others.map(add)];
  }

  private addChecks(code: Code | undefined): void {
    const { topic } = this.monitoring;
    for (const endpoint of this.endpoints) {
      new ReleaseCheck(this, `Check-${endpoint.model}`, { endpoint, ...defined({ code, topic }) });
    }
  }

  private addCanaries(hotfix: boolean): CanaryRelease[] {
    const { models } = this.monitoring.alarms;
    return this.endpoints.map((endpoint, index) => {
      const alarms = models[index]?.againstRelease ?? [];
      const release = new CanaryRelease(this, `Release-${endpoint.model}`, { endpoint, alarms, hotfix });
      new CfnOutput(release, 'GroupName', {
        value: `${release.application.applicationName}/${release.deploymentGroup.deploymentGroupName}`,
        description: `${RELEASE_OUTPUT}${endpoint.model}`,
      });
      return release;
    });
  }

  /** The outputs of a deployment: `npm run deploy` prints it, and other programs can read it. */
  private addOutputs(): void {
    const { httpEndpoint, resultCache, monitoring } = this;
    const add = (id: string, description: string, value: string | undefined) => {
      if (value !== undefined) new CfnOutput(this, id, { value, description });
    };
    add('Url', 'Address of the service', httpEndpoint.url);
    add('DomainTarget', 'What the CNAME of the own name must lead to', httpEndpoint.domainTarget);
    add('Keys', "Secret with callers' keys", httpEndpoint.keys?.secretArn);
    add('Table', 'Table of the response cache', resultCache.table.tableName);
    add('Dashboard', 'Name of the dashboard', monitoring.facade.createdDashboard()?.dashboardName);
    add('AccessLog', "Log group of the gateway's access log", httpEndpoint.accessLogGroup?.logGroupName);
    for (const endpoint of this.endpoints) {
      const { model } = endpoint;
      // Within the model's own construct, so that an id is one model's only, whatever its name.
      new CfnOutput(endpoint, 'FunctionName', {
        value: endpoint.function.functionName,
        description: `${FUNCTION_OUTPUT}${model}`,
      });
      new CfnOutput(endpoint, 'LogGroupName', {
        value: endpoint.logGroup.logGroupName,
        description: `Log group of ${model}`,
      });
    }
  }
}

/**
 * Adds one deployment to a CDK app. Synthesis also runs CloudFormation's own validation
 * (`@aws-cdk/core:validateAgainstDefaultRules` in cdk.json).
 *
 * @param artefacts what is uploaded; by default what has been built in dist/
 */
export function addDeployment(
  app: App,
  configuration: ServiceConfiguration,
  artefacts?: DeploymentArtefacts,
): SubsecondStack {
  const { stage, models, retainData } = configuration;
  const names = models.map(({ manifest }) => manifest.model).join(', ');
  const stack = new SubsecondStack(app, stackName(configuration), configuration, {
    description: `Subsecond: ${names}, stage ${stage}`,
    terminationProtection: retainData,
    ...defined({ artefacts }),
  });
  Tags.of(app).add('subsecond:stage', stage);
  for (const endpoint of stack.endpoints) Tags.of(endpoint).add('subsecond:model', endpoint.model);
  return stack;
}
