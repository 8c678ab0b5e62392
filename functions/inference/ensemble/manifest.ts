/** `ensemble.json`: which members there are, how they are combined, and what each file must be. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { ModelError, readVerified } from './model-file.ts';

const FileName = v.pipe(v.string(), v.regex(/^[\w][\w.-]*$/, 'a plain file name'));
const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'a SHA-256 in hexadecimal'));
const Count = v.pipe(v.number(), v.integer(), v.minValue(1));

const ManifestSchema = v.object({
  task: v.pipe(v.string(), v.nonEmpty()),
  version: v.pipe(v.string(), v.nonEmpty()),
  /** Pixels that every member takes. */
  input: v.object({ width: Count, height: Count }),
  labels: v.object({ file: FileName, count: Count, sha256: Sha256 }),
  /** Below this confidence (0 to 1) the answer is `answer`. */
  reject: v.object({ answer: v.string(), threshold: v.pipe(v.number(), v.minValue(0), v.maxValue(1)) }),
  /** In the order in which they run: most accuracy per millisecond first. */
  members: v.pipe(
    v.array(
      v.object({
        name: v.pipe(v.string(), v.nonEmpty()),
        file: FileName,
        sha256: Sha256,
        weight: v.pipe(v.number(), v.gtValue(0), v.finite()),
      }),
    ),
    v.minLength(1),
  ),
});

/** A model repository entry as its `ensemble.json` describes it. */
export type Manifest = v.InferOutput<typeof ManifestSchema>;
export type MemberEntry = Manifest['members'][number];

/**
 * Reads `ensemble.json` of a model repository entry.
 *
 * @throws {ModelError} naming the file and the field that is wrong
 */
export async function readManifest(directory: string): Promise<Manifest> {
  const file = path.join(directory, 'ensemble.json');
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new ModelError(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
  const parsed = v.safeParse(ManifestSchema, content, { abortEarly: true });
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new ModelError(`${file} is wrong at ${v.getDotPath(issue) ?? 'its root'}: ${issue.message}`);
  }
  return parsed.output;
}

/**
 * Reads the labels, one per line, in the order of the members' outputs.
 *
 * @throws {ModelError} when the file is missing, another one, or holds another number of labels
 */
export async function readLabels(directory: string, { labels }: Manifest): Promise<readonly string[]> {
  const file = path.join(directory, labels.file);
  const lines = (await readVerified(file, labels.sha256)).toString('utf8').trimEnd().split(/\r?\n/);
  if (lines.length !== labels.count) {
    throw new ModelError(`${file} holds ${lines.length} labels where ensemble.json says ${labels.count}`);
  }
  return lines;
}
