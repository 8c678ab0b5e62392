import { SIGNING_CONTRACTS } from '../../functions/inference/contracts/clients.ts';
import type { ModelManifest } from '../model-manifest.ts';
import type { ServiceConfiguration } from './service-configuration.ts';

/** The first of a model's contracts that signs responses; undefined if none does. */
export function signingContract({ contracts }: Pick<ModelManifest, 'contracts'>): string | undefined {
  return contracts.find((name) => SIGNING_CONTRACTS.includes(name));
}

/**
 * Checks whether a deployment lacks settings that a model needs to sign responses. The service's code has example values as
 * defaults, so that the local service and stages based on dev need no settings. In stages based on prod, callers would take the
 * examples for real values.
 * @returns one line that says what to type; undefined if nothing is missing
 */
export function missingSignature({
  stage,
  basedOn,
  models,
  captainEmail,
  serverSaltSecret,
}: ServiceConfiguration): string | undefined {
  const missing = [
    ...(captainEmail === undefined ? ['--set captainEmail=NAME@DOMAIN'] : []),
    ...(serverSaltSecret === undefined ? ['--set serverSaltSecret=/NAME/OF/PARAMETER'] : []),
  ];
  const signing = models.find(({ manifest }) => signingContract(manifest) !== undefined);
  if (basedOn === 'dev' || !signing || missing.length === 0) return undefined;
  const { manifest } = signing;
  return (
    `The responses of ${manifest.model} are signed (contract ${signingContract(manifest)}), and ${stage} does not sign with example ` +
    `values: add ${missing.join(' ')}, or set the same in a file for --settings.`
  );
}
