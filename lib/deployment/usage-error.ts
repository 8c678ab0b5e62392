/** A command line that says something the program does not understand. */
export { UsageError } from '../../project/usage-error.ts';
