/** Which lines are written. */

const LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'CRITICAL', 'SILENT'];
const DEFAULT_LEVEL = 'INFO';

/**
 * Whether lines of a level are written: what the function's logging configuration says, which Lambda puts in
 * `AWS_LAMBDA_LOG_LEVEL`, comes before `POWERTOOLS_LOG_LEVEL` and `LOG_LEVEL`. A line that is not written brings no metrics.
 */
export function isWritten(level: 'INFO' | 'ERROR', environment: NodeJS.ProcessEnv): boolean {
  const { AWS_LAMBDA_LOG_LEVEL: lambda = '', POWERTOOLS_LOG_LEVEL, LOG_LEVEL = '' } = environment;
  const own = POWERTOOLS_LOG_LEVEL || LOG_LEVEL;
  const least = [lambda === 'FATAL' ? 'CRITICAL' : lambda, own.trim()].find((name) => LEVELS.includes(name));
  return LEVELS.indexOf(level) >= LEVELS.indexOf(least ?? DEFAULT_LEVEL);
}
