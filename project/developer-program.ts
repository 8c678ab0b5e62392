import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectDirectory } from './places.ts';

/**
 * A program of a package that `npm ci --omit=dev` leaves out.
 *
 * @param path below node_modules, with `/`
 * @throws Error saying how to get it
 */
export function developerProgram(path: string): string {
  const file = join(projectDirectory, 'node_modules', path);
  if (existsSync(file)) return file;
  throw new Error(
    `${path} is not installed: npm ci, without --omit=dev, brings what building and deploying need`,
  );
}
