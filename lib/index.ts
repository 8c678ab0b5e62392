/**
 * Exports of the package `@subsecond-ml/subsecond` for CDK apps. Monitoring is in `@subsecond-ml/subsecond/monitoring`,
 * because it needs the package cdk-monitoring-constructs.
 */

export { ConfigurationError } from './configuration/configuration-error.ts';
export type { EndpointDomainProps } from './endpoint/address/domain.ts';
export type { EdgeProps } from './endpoint/address/edge.ts';
export * from './endpoint/address/endpoint-access.ts';
export type { AccessOptions } from './endpoint/address/guard.ts';
export * from './endpoint/address/http-endpoint.ts';
export type { AddressProps, HttpEndpointProps } from './endpoint/address/http-endpoint-props.ts';
export * from './endpoint/ensemble-endpoint.ts';
export * from './endpoint/ensemble-endpoint-props.ts';
export type { LogProps } from './endpoint/logs.ts';
export * from './endpoint/managed-instances/instance-capacity.ts';
export type { OwnResources } from './endpoint/own-resources.ts';
export { RuntimeLayer, type RuntimeLayerProps } from './endpoint/runtime-layer.ts';
export { type SecretService, SecretSource } from './endpoint/secret-source.ts';
export type { WarmHours } from './endpoint/warm-hours.ts';
export * from './model.ts';
export type { ModelManifest } from './model-manifest.ts';
export * from './release/canary-release.ts';
export * from './release/release-check.ts';
export * from './response-cache.ts';
