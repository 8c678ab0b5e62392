/** By which the synthetic question is told from those of callers in the access log. */
export const SYNTHETIC_USER_AGENT = 'subsecond-synthetic-question';
