/** What npm calls this project. The name without a scope is somebody else's package: `npx subsecond` may run a stranger's code. */
export const PACKAGE_NAME = '@subsecond-ml/subsecond';
