import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

/** Makes synthesis fail on findings of cdk-nag's AwsSolutions pack that are not acknowledged with a reason. */
export function addNag(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}
