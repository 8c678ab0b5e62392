import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';

/** Has synthesis fail on any finding of cdk-nag's AwsSolutions and Serverless packs that is not acknowledged with a reason. */
export function addNag(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
}
