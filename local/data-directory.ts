/** The folder where a service keeps responses and logs; only its owner can read it. */
import {
  chmodSync,
  existsSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ServiceError } from './service-error.ts';

const OWNER_ONLY = 0o700;
const OWNERS_FILE = 0o600;
/** Free space that a cache and a log need to begin with. */
const ROOM_BYTES = 64 * 1024;

/** Name of the folder in the data folder for compiled code, so that a start does not compile the same code again. */
export const COMPILE_CACHE = 'compile-cache';

/**
 * Makes the data folder and its folder for Node's compiled code, if they are missing. @throws {ServiceError} when
 * nothing can be written there
 */
export function prepareDataDirectory(directory: string): void {
  try {
    // An existing folder keeps its permissions, because the files in it are private in any case.
    makeFolder(directory);
    makeFolder(join(directory, COMPILE_CACHE));
    // An existing folder may have other permissions.
    chmodSync(join(directory, COMPILE_CACHE), OWNER_ONLY);
  } catch (error) {
    throw unwritable(directory, error);
  }
  const reason = describeUnwritable(directory);
  if (reason !== undefined) throw new ServiceError(reason);
}

/**
 * Opens a file of the service for appending. Only its owner can read it, because it has request ids and outputs. @returns its
 * descriptor
 */
export function openPrivately(file: string): number {
  const descriptor = openSync(file, 'a', OWNERS_FILE);
  // An existing file may have other permissions. A link may lead to a device, whose permissions must not change.
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
 * Makes one folder after the other, because Node's own recursion never ends on a file system that makes no folders,
 * such as /proc.
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

/** Why nothing can be written into a folder; undefined when it can, or when the folder is gone. */
export function describeUnwritable(folder: string): string | undefined {
  const probe = join(folder, `.room-${process.pid}`);
  try {
    writeFileSync(probe, Buffer.alloc(ROOM_BYTES));
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : sentence(folder, error);
  } finally {
    rmSync(probe, { force: true });
  }
}

/** The error for a file or folder of the service that cannot be written. */
export function unwritable(path: string, error: unknown): ServiceError {
  return new ServiceError(sentence(path, error));
}

function sentence(path: string, error: unknown): string {
  return `${path} cannot be written: ${(error as Error).message}; --data names another folder`;
}
