/** The folder of the service's data; where we may, a small file system of its own that can be filled. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Room for the table of a long soak, the code cache and the log. */
const SMALL_DISK_MEBIBYTES = 512;
const FILLING = Buffer.alloc(64 * 1024);
const MOUNT_TIMEOUT = 10_000;

export class DataFolder {
  readonly path: string;
  /** Whether it is a small file system of its own. */
  readonly smallDisk: boolean;

  constructor() {
    this.path = mkdtempSync(join(tmpdir(), 'subsecond-soak-'));
    this.smallDisk = mountSmallDisk(this.path);
  }

  /** Where the table lies. */
  get table(): string {
    return join(this.path, 'table');
  }

  /** What the functions print. */
  get log(): string {
    return join(this.path, 'function.log');
  }

  /** Writes until the small disk is full; for `smallDisk` only. */
  fill(): void {
    const file = openSync(this.#filling, 'a');
    try {
      for (let size = FILLING.length; size >= 1; ) {
        try {
          writeSync(file, FILLING, 0, size);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          size = Math.floor(size / 2);
        }
      }
    } finally {
      closeSync(file);
    }
  }

  /** Makes room again. */
  empty(): void {
    rmSync(this.#filling, { force: true });
  }

  remove(): void {
    if (this.smallDisk) execFileSync('umount', ['-l', this.path], { timeout: MOUNT_TIMEOUT });
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5 });
  }

  get #filling(): string {
    return join(this.path, 'filling');
  }
}

/** Only root on Linux may do that, and not in every container. */
function mountSmallDisk(folder: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${SMALL_DISK_MEBIBYTES}m,mode=700`, 'subsecond-soak', folder];
    execFileSync('mount', options, { stdio: 'ignore', timeout: MOUNT_TIMEOUT });
    return true;
  } catch {
    return false;
  }
}
