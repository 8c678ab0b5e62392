import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ServiceError } from '../service-error.ts';

/** Time for a process that has just been killed to end. */
const PATIENCE_MILLISECONDS = 1000;
/** SQLITE_BUSY: another process or connection has the lock. */
export const BUSY = 5;

/**
 * Reserves a folder for this process by a lock of SQLite's on an empty file, which the system releases however the process
 * ends.
 * @param timeout milliseconds for which the whole process waits
 * @returns the lock, which is released when it is closed
 * @throws {ServiceError} when another process has the folder; SQLite's error when the file cannot be made
 */
export function lockFolder(folder: string, timeout: number = PATIENCE_MILLISECONDS): DatabaseSync {
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (codeOf(error) !== BUSY) throw error;
    throw new ServiceError(
      `another service uses ${folder}: stop it, or start this one with another --data and --port`,
    );
  }
}

/** SQLite's primary result code; 0 for other errors. */
export function codeOf(error: unknown): number {
  return ((error as { errcode?: number }).errcode ?? 0) & 0xff;
}
