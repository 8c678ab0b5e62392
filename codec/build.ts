/** Builds the module that decodes pictures: `node codec/build.ts --help`. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { unpackArchive } from '../layers/locked-package.ts';
import { readOptions } from '../project/read-options.ts';
import { runCommand } from '../project/run-command.ts';
import { UsageError } from '../project/usage-error.ts';
import { compileModule, compilerVersion } from './compile.ts';
import { type BuildRecord, hashFile, hashSources, moduleFile, recordFile } from './record.ts';

const HELP = `Usage: node codec/build.ts <archive> [--check]

Builds functions/inference/pipelines/image-classification/picture/wasm/pictures.wasm from libjpeg-turbo and codec/source.

  <archive>  libjpeg-turbo_2.1.5.orig.tar.gz of Debian 12
  --check    build, compare with the committed module, and change nothing`;
/** The release that sharp's libvips decodes like. */
const ARCHIVE_SHA256 = '254f3642b04e309fee775123133c6464181addc150499561020312ec61c1bf7c';

const usage = {
  options: { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  models: 'other',
  help: 'node codec/build.ts --help',
} as const;

await runCommand('codec', async (parameters) => {
  const { values, positionals } = readOptions(usage, parameters);
  if (values.help) return console.log(HELP);
  const [archive] = positionals;
  if (!archive || positionals.length > 1) throw new UsageError(`One archive must be given: ${usage.help}`);
  const actual = hashFile(archive);
  if (actual !== ARCHIVE_SHA256) {
    throw new UsageError(`${archive} must have the SHA-256 ${ARCHIVE_SHA256}; it has ${actual}.`);
  }
  const scratch = mkdtempSync(join(tmpdir(), 'subsecond-'));
  try {
    const [library, objects] = [join(scratch, 'libjpeg-turbo'), join(scratch, 'objects')];
    for (const folder of [library, objects]) mkdirSync(folder);
    await unpackArchive(archive, library);
    const built = await compileModule(library, objects);
    const module = hashFile(built);
    const same = module === hashFile(moduleFile);
    if (!values.check) {
      copyFileSync(built, moduleFile);
      const compiler = await compilerVersion();
      const record: BuildRecord = { compiler, archive: ARCHIVE_SHA256, sources: hashSources(), module };
      writeFileSync(recordFile, `${JSON.stringify(record, undefined, 2)}\n`);
    }
    const file = relative(process.cwd(), moduleFile);
    console.log(`${file}: ${same ? 'the same bytes' : 'other bytes'}, SHA-256 ${module}`);
    return values.check && !same ? 1 : 0;
  } finally {
    rmSync(scratch, { recursive: true });
  }
});
