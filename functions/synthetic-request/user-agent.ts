/** By which the synthetic request is told from those of callers in the access log. */
export const SYNTHETIC_USER_AGENT = 'subsecond-synthetic-request';

/** What its request ids begin with, by which the function's own log tells it. */
export const SYNTHETIC_ID_PREFIX = 'synthetic-';
