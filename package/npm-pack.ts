import { join } from 'node:path';
import { npm } from '../layers/npm.ts';

/**
 * Packs a folder as `npm publish` would.
 *
 * @param destination the folder for the archive
 * @returns the archive
 */
export async function npmPack(directory: string, destination: string): Promise<string> {
  const printed = await npm('pack', directory, '--pack-destination', destination, '--json');
  const [{ filename }] = JSON.parse(printed);
  return join(destination, filename);
}
