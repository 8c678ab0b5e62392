/** What the package `@subsecond-ml/subsecond` gives to CDK apps. Monitoring stands in `@subsecond-ml/subsecond/monitoring`: it needs another package. */
export * from './canary-release.ts';
export { ConfigurationError } from './configuration/configuration-error.ts';
export type { WarmHours } from './endpoint/daily-hours.ts';
export type { EndpointDomainProps } from './endpoint/domain.ts';
export type { EdgeProps } from './endpoint/edge.ts';
export * from './endpoint/endpoint-access.ts';
export * from './endpoint/ensemble-endpoint.ts';
export * from './endpoint/ensemble-endpoint-props.ts';
export type {
  AccessBinding,
  GuardOptions,
  GuardRules,
  KeyOptions,
  SignatureOptions,
} from './endpoint/guard.ts';
export * from './endpoint/http-endpoint.ts';
export type { AddressProps, HttpEndpointProps } from './endpoint/http-endpoint-props.ts';
export type { LogProps } from './endpoint/logs.ts';
export * from './endpoint/managed-instances/instance-capacity.ts';
export type { OwnResources } from './endpoint/own-resources.ts';
export { RuntimeLayer, type RuntimeLayerProps } from './endpoint/runtime-layer.ts';
export * from './endpoint/secret-source.ts';
export * from './model.ts';
export type { ModelManifest } from './model-manifest.ts';
export * from './release-check.ts';
export * from './result-cache.ts';
