/** Contracts whose replies bear a signature of the deployment. No dependencies, so that everybody can read it. */

/** Each reply has a `server_uuid`, a hash with ingredients that must be the deployment's own. */
export const SIGNING_CONTRACTS: readonly string[] = ['esun-2021', 'esun-2022'];

/** Where a signing contract finds the ingredients, among the function's environment variables. */
export const SIGNATURE_VARIABLES = { captain: 'CAPTAIN_EMAIL', salt: 'SERVER_SALT' } as const;
