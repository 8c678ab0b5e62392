/** The folder where a service keeps responses and logs, in files that only their owner can read. */
import { chmodSync, existsSync, fchmodSync, fstatSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ServiceError } from './service-error.ts';

const OWNER_ONLY = 0o700;
const OWNERS_FILE = 0o600;

/** Name of the folder in the data folder for compiled code, so that a start does not compile the same code again. */
export const COMPILE_CACHE = 'compile-cache';

/**
 * Makes the data folder and its folder for Node's compiled code, if they are missing. @throws {ServiceError} when
 * they cannot be made
 */
export function prepareDataDirectory(directory: string): void {
  try {
    // An existing data folder keeps its permissions, because the log and the response store are private files in any case.
    makeFolder(directory);
    makeFolder(join(directory, COMPILE_CACHE));
    // The folder of compiled code may have existed before, with other permissions.
    chmodSync(join(directory, COMPILE_CACHE), OWNER_ONLY);
  } catch (error) {
    throw unwritable(directory, error);
  }
}

/**
 * Opens a file of the service for appending. Only its owner can read it, because it contains request ids and outputs.
 * @returns its descriptor
 */
export function openPrivately(file: string): number {
  const descriptor = openSync(file, 'a', OWNERS_FILE);
  // An existing file may have other permissions. A device, to which a link may lead, must keep its permissions.
  if (fstatSync(descriptor).isFile()) {
    try {
      fchmodSync(descriptor, OWNERS_FILE);
    } catch {
      // The file belongs to another user, who allows this user to write into it.
    }
  }
  return descriptor;
}

/**
 * Makes missing folders one by one, because `mkdirSync` with `recursive` never returns on a file system that allows no new
 * folders, such as /proc.
 */
function makeFolder(folder: string): void {
  const parent = dirname(folder);
  if (!existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: OWNER_ONLY });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
}

export function unwritable(path: string, error: unknown): ServiceError {
  const { message } = error as Error;
  return new ServiceError(`${path} cannot be written: ${message}; choose another folder with --data`);
}
