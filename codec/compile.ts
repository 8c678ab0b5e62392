import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { sourceDirectory } from './record.ts';

const run = promisify(execFile);

/** LLVM as Debian 12 names it. */
const COMPILER = 'clang-14';
const LINKER = 'wasm-ld-14';

/** libjpeg-turbo's decoder of baseline files. */
const LIBRARY = [
  ...['jcomapi', 'jdapimin', 'jdapistd', 'jdcoefct', 'jdcolor', 'jddctmgr', 'jdhuff', 'jdinput', 'jdmainct'],
  ...['jdmarker', 'jdmaster', 'jdpostct', 'jdsample', 'jidctflt', 'jidctfst', 'jidctint', 'jidctred'],
  ...['jmemmgr', 'jmemnobs', 'jutils'],
];
const FLAGS = [
  ...['--target=wasm32-wasi', '-O2', '-ffreestanding', '-fno-strict-aliasing'],
  ...['-msimd128', '-mbulk-memory', '-mmutable-globals'],
  ...['-DNDEBUG', '-DNO_GETENV', '-DNO_PUTENV'],
];
/** For libjpeg-turbo the one machine with pointers of 32 bits and registers of 64 is the x32 of Linux: so is WebAssembly. */
const WIDE_BIT_BUFFER = ['-D__x86_64__', '-D__ILP32__'];
const LINK_FLAGS = [
  ...['--no-entry', '--gc-sections', '--strip-all', '--export=__stack_pointer'],
  // What overflows a stack at the beginning of memory is a trap.
  '--stack-first',
  // Four megapixels take 12 MB, and no more than as much again while they are reduced.
  ...['-z', 'stack-size=65536', `--max-memory=${64 * 1024 ** 2}`],
];

/** The first line of what the compiler says of itself. */
export async function compilerVersion(): Promise<string> {
  const { stdout } = await run(COMPILER, ['--version']);
  return stdout.split('\n', 1)[0] as string;
}

/**
 * Compiles and links the module.
 *
 * @param library the folder with libjpeg-turbo's sources
 * @param scratch an empty folder
 * @returns the module's file
 */
export async function compileModule(library: string, scratch: string): Promise<string> {
  const own = readdirSync(sourceDirectory).filter((file) => file.endsWith('.c'));
  const sources = [
    ...LIBRARY.map((name) => join(library, `${name}.c`)),
    ...own.map((file) => join(sourceDirectory, file)),
  ];
  const objects: string[] = [];
  for (const source of sources) {
    const object = join(scratch, `${basename(source, '.c')}.o`);
    const flags = basename(source) === 'jdhuff.c' ? [...FLAGS, ...WIDE_BIT_BUFFER] : FLAGS;
    await run(COMPILER, [...flags, '-I', sourceDirectory, '-I', library, '-c', source, '-o', object]);
    objects.push(object);
  }
  const module = join(scratch, 'pictures.wasm');
  await run(LINKER, [...LINK_FLAGS, ...objects, '-o', module]);
  return module;
}
