/** Alarms and a dashboard, as `@subsecond-ml/subsecond/monitoring`: they need the package cdk-monitoring-constructs. */
export * from './alarms/sensitivity.ts';
export * from './service-monitoring.ts';
