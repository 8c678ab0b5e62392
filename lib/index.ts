/** What the package `subsecond` gives to CDK apps. Monitoring stands in `subsecond/monitoring`: it needs another package. */
export { ConfigurationError } from './configuration/configuration-error.ts';
export type * from './endpoint/domain/domain-props.ts';
export * from './endpoint/endpoint-access.ts';
export type * from './endpoint/endpoint-access-props.ts';
export * from './endpoint/ensemble-endpoint.ts';
export * from './endpoint/ensemble-endpoint-props.ts';
export type * from './endpoint/guard/guard-props.ts';
export * from './endpoint/http-endpoint.ts';
export * from './endpoint/http-endpoint-props.ts';
export * from './endpoint/managed-instances/instance-capacity.ts';
export type {
  InstanceOptions,
  ManagedInstances,
} from './endpoint/managed-instances/managed-instances-props.ts';
export * from './endpoint/runtime-layer.ts';
export * from './endpoint/secret-source.ts';
export type { WarmHours } from './endpoint/warm-hours.ts';
export * from './release/canary-release.ts';
export * from './release/release-check.ts';
export * from './result-cache.ts';
export * from './task.ts';
export type { TaskManifest } from './task-manifest.ts';
