/** The signature of a deployment under the competition's replies. */
import { hash } from 'node:crypto';

/** Where the ingredients are, among the function's environment variables. */
export const SIGNATURE_VARIABLES = { captain: 'CAPTAIN_EMAIL', salt: 'SERVER_SALT' } as const;

/** Ingredients of `server_uuid`; a deployment has its own. */
const DEFAULT_CAPTAIN = 'captain@example.com';
const DEFAULT_SALT = 'subsecond';

/** Makes `server_uuid` of a moment. @param environment where a deployment's own ingredients are */
export function openSignature(environment: NodeJS.ProcessEnv): (now: number) => string {
  const captain = environment[SIGNATURE_VARIABLES.captain] || DEFAULT_CAPTAIN;
  const salt = environment[SIGNATURE_VARIABLES.salt] || DEFAULT_SALT;
  return (now) => hash('sha256', `${captain}${now}${salt}`);
}
