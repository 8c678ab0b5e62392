import { type App, CfnOutput, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import { type ITable, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Code, ILayerVersion } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { defined } from '../../project/defined.ts';
import { stackName } from '../configuration/aws-names.ts';
import type { ServiceConfiguration } from '../configuration/service-configuration.ts';
import { FUNCTION_OUTPUT, RELEASE_OUTPUT } from '../deployment/account/stack-state.ts';
import { type DeploymentArtefacts, lambdaArchitecture } from '../deployment-artefacts.ts';
import { HttpEndpoint } from '../endpoint/address/http-endpoint.ts';
import { EnsembleEndpoint } from '../endpoint/ensemble-endpoint.ts';
import { RuntimeLayer } from '../endpoint/runtime-layer.ts';
import { Model } from '../model.ts';
import { sensitivities } from '../monitoring/alarms/sensitivity.ts';
import type { ServiceAlarms } from '../monitoring/alarms/service-alarms.ts';
import { ServiceMonitoring } from '../monitoring/service-monitoring.ts';
import { CanaryRelease } from '../release/canary-release.ts';
import { ReleaseCheck } from '../release/release-check.ts';
import { ResponseCache } from '../response-cache.ts';
import { addressProps } from './address-props.ts';
import { modelProps, sharedCapacity } from './endpoint-settings.ts';

/**
 * One deployment of a service: one address, a function for each model, one response cache, monitoring, and optional canary
 * releases.
 */
export class SubsecondStack extends Stack {
  /** The models' endpoints, in the order of the models. */
  readonly endpoints: readonly [EnsembleEndpoint, ...EnsembleEndpoint[]];

  constructor(
    scope: Construct,
    id: string,
    service: ServiceConfiguration,
    artefacts: DeploymentArtefacts,
    props: StackProps,
  ) {
    super(scope, id, props);
    const { retainData, encryptionKeyArn, alarmEmail } = service;
    const { code, authorizer, releaseCheck } = artefacts;
    const key = encryptionKeyArn === undefined ? undefined : Key.fromKeyArn(this, 'Key', encryptionKeyArn);
    const { tableName } = service;
    const encryption = defined({ encryptionKey: key });
    const table = tableName
      ? (TableV2.fromTableAttributes(this, 'OwnTable', { tableName, ...encryption }) as ITable)
      : new ResponseCache(this, 'ResultCache', { retainData, ...encryption }).table;
    const httpEndpoint = new HttpEndpoint(this, 'Http', addressProps(this, service, authorizer, key));
    const runtimeLayer = new RuntimeLayer(this, 'RuntimeLayer', {
      architecture: lambdaArchitecture(service.architecture),
      code: artefacts.runtimeLayer,
    }) as ILayerVersion;
    const capacity = sharedCapacity(this, service, key);
    const shared = { ...defined({ code }), runtimeLayer, httpEndpoint, table };
    const endpoints = service.models.map((model) => {
      const { manifest } = model;
      // The prefix cannot change, because deployed stacks have it. The id contains the model's name, not its number, so logical
      // ids stay the same when other models leave.
      return new EnsembleEndpoint(this, `Task-${manifest.model}`, {
        ...modelProps(service, model, key, capacity),
        ...shared,
        model: Model.fromLayer(manifest, artefacts.modelsLayer(manifest.model)),
      });
    });
    this.endpoints = endpoints as [EnsembleEndpoint, ...EnsembleEndpoint[]];
    const monitoring = new ServiceMonitoring(this, 'Monitoring', {
      endpoints: this.endpoints,
      sensitivity: sensitivities[service.alarms],
      table,
      ...defined({ email: alarmEmail, encryptionKey: key }),
    });
    this.addReleases(service, monitoring.alarms, releaseCheck);
    const dashboard = monitoring.facade.createdDashboard()?.dashboardName;
    this.addOutputs(httpEndpoint, table.tableName, dashboard);
  }

  private addReleases(
    { canary, hotfix }: ServiceConfiguration,
    { models }: ServiceAlarms,
    code: Code | undefined,
  ): void {
    for (const endpoint of hotfix ? [] : this.endpoints) {
      new ReleaseCheck(this, `Check-${endpoint.model}`, { endpoint, ...defined({ code }) });
    }
    if (!canary) return;
    this.endpoints.forEach((endpoint, index) => {
      const { model } = endpoint;
      const { againstRelease = [] } = models[index] ?? {};
      const props = { endpoint, alarms: againstRelease, hotfix };
      const release = new CanaryRelease(this, `Release-${model}`, props);
      const { application, deploymentGroup } = release;
      new CfnOutput(release, 'GroupName', {
        value: `${application.applicationName}/${deploymentGroup.deploymentGroupName}`,
        description: `${RELEASE_OUTPUT}${model}`,
      });
    });
  }

  /** Adds the outputs, which `npm run deploy` prints and other programs can read. */
  private addOutputs(
    { url, domainTarget, keys, accessLogGroup }: HttpEndpoint,
    table: string,
    dashboard: string | undefined,
  ): void {
    // Outputs of a model belong to its own construct, so that their ids are unique for any name.
    const add = (id: string, description: string, value: string | undefined, scope: Construct = this) => {
      if (value !== undefined) new CfnOutput(scope, id, { value, description });
    };
    add('Url', 'Address of the service', url);
    add('DomainTarget', 'Target of the CNAME of your domain name', domainTarget);
    add('Keys', "Secret with callers' keys", keys?.secretArn);
    add('Table', 'Table of the response cache', table);
    add('Dashboard', 'Name of the dashboard', dashboard);
    add('AccessLog', "Log group of the gateway's access log", accessLogGroup?.logGroupName);
    for (const endpoint of this.endpoints) {
      const { model, function: fn, logGroup } = endpoint;
      add('FunctionName', `${FUNCTION_OUTPUT}${model}`, fn.functionName, endpoint);
      add('LogGroupName', `Log group of ${model}`, logGroup.logGroupName, endpoint);
    }
  }
}

/**
 * Adds one deployment to a CDK app. Synthesis fails if the template breaks the CDK's default rules for CloudFormation
 * (`@aws-cdk/core:validateAgainstDefaultRules` in cdk.json).
 */
export function addDeployment(
  app: App,
  configuration: ServiceConfiguration,
  artefacts: DeploymentArtefacts,
): SubsecondStack {
  const { stage, models, retainData: terminationProtection } = configuration;
  const names = models.map(({ manifest }) => manifest.model).join(', ');
  const description = `Subsecond: ${names}, stage ${stage}`;
  const props = { description, terminationProtection };
  const stack = new SubsecondStack(app, stackName(configuration), configuration, artefacts, props);
  Tags.of(app).add('subsecond:stage', stage);
  for (const endpoint of stack.endpoints) Tags.of(endpoint).add('subsecond:model', endpoint.model);
  return stack;
}
