/** The user agent that distinguishes synthetic requests from those of callers in the access log. */
export const SYNTHETIC_USER_AGENT = 'subsecond-synthetic-request';

/** The prefix of their request ids, which distinguishes them in the function's own log. */
export const SYNTHETIC_ID_PREFIX = 'synthetic-';
