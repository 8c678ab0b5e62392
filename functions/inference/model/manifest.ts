/** The fields of `ensemble.json` that all pipelines share; each pipeline checks its own fields. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { ModelError } from './model-error.ts';
import { externalFiles } from './model-proto.ts';

export const Probability = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** The form of a model's name, which is a part of the model's addresses, and of the names of folders in `models/`. */
export const MODEL_NAME = /^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$/;

/** An object with only these fields, because an unknown field is most likely a mistake and would have no effect. */
export function strictFields<Entries extends v.ObjectEntries>(entries: Entries) {
  const unknown = `is unknown: the fields are ${Object.keys(entries).join(', ')}`;
  return v.strictObject(entries, ({ expected, message }) => (expected === 'never' ? unknown : message));
}

export const FileName = v.pipe(v.string(), v.regex(/^[\p{L}\p{N}_][^/\\:]*$/u, 'must be a plain file name'));
export const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal'));
/** A file beside `ensemble.json`; without a hash, its content is not checked. */
export const FileEntry = strictFields({ file: FileName, sha256: v.optional(Sha256) });
export const Count = v.pipe(v.number(), v.integer(), v.minValue(1));

export const Colour = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #ffffff'));
const Share = v.pipe(v.number(), v.gtValue(0), v.maxValue(1));

/**
 * How a drawing on the page becomes a picture like the training pictures of the members. Lengths are in pixels of the resulting
 * picture.
 */
const DrawSchema = strictFields({
  width: Count,
  height: Count,
  /** Largest shares of width and height that a drawing fills, without its lines' thickness. The drawing keeps its proportions. */
  fill: v.tuple([Share, Share]),
  /** The middle of the picture is the middle of the drawing's bounding box, or the drawing's centre of mass. */
  centre: v.optional(v.picklist(['box', 'mass']), 'box'),
  line: v.pipe(v.number(), v.gtValue(0), v.finite()),
  paper: v.optional(Colour, '#ffffff'),
  ink: v.optional(Colour, '#000000'),
  /** JPEG, the usual format of photographs, or PNG, which keeps every pixel. */
  format: v.optional(v.picklist(['jpeg', 'png']), 'jpeg'),
  /** Guide lines on the screen: the cross and the diagonals of practice paper, or none. */
  guides: v.optional(v.picklist(['practice', 'none']), 'none'),
});

const PageSchema = strictFields({
  /** BCP 47 tag of the responses' language, for fonts and screen readers. */
  language: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, 'must be a language tag such as en')),
  ),
  /** Lets people draw on the page; without it, they choose a picture. */
  draw: v.optional(DrawSchema),
});

const MemberSchema = v.looseObject({
  name: v.pipe(v.string(), v.nonEmpty()),
  file: FileName,
  /** SHA-256 of the file; without it, the file is not checked. */
  sha256: v.optional(Sha256),
  /** Files with the graph's weights (ONNX's external data). Members may share files. `withWeights` adds missing entries. */
  externalData: v.optional(v.array(FileEntry)),
  weight: v.optional(v.pipe(v.number(), v.gtValue(0), v.finite()), 1),
});

const BatchSchema = strictFields({
  /** Largest number of requests in a batch; 1 turns batching off. */
  largest: v.optional(v.pipe(Count, v.maxValue(256)), 1),
});

export const ManifestSchema = v.looseObject({
  model: v.pipe(
    v.string(),
    v.regex(MODEL_NAME, 'must be at most 64 lower-case letters, digits and inner hyphens'),
  ),
  pipeline: v.pipe(v.string(), v.nonEmpty()),
  /** Version of the model. It is stored with each response, and is part of the Open Inference Protocol's addresses. */
  version: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 of A-Za-z0-9_.-')), '1'),
  /** Name of the model for people, on the page and in the documentation. */
  title: v.optional(v.pipe(v.string(), v.nonEmpty())),
  hint: v.optional(v.string(), ''),
  page: v.optional(PageSchema, {}),
  /** Contracts besides `open-inference`, which every model has. The page uses the first of them, or else `open-inference`. */
  contracts: v.optional(v.array(v.string()), []),
  deadlineMilliseconds: v.optional(v.pipe(Count, v.maxValue(900_000)), 1000),
  /** Smallest share of right predictions on the model's samples that allows a release, 0 to 1. */
  samplesRight: v.optional(Share, 0.9),
  /** Has an effect only if a process takes several requests at once. On Lambda, only Managed Instances allow this. */
  batch: v.optional(BatchSchema, {}),
  /** Members in the order in which they run. The member with the most accuracy per millisecond should be the first. */
  members: v.pipe(v.array(MemberSchema), v.minLength(1)),
});

/** A model as its `ensemble.json` describes it. */
export type Manifest = v.InferOutput<typeof ManifestSchema>;
export type MemberEntry = Manifest['members'][number];
export type Drawing = v.InferOutput<typeof DrawSchema>;

/** The contracts of a model, in the order of preference. */
export function contractsOf({ contracts }: Pick<Manifest, 'contracts'>): string[] {
  return [...new Set([...contracts, 'open-inference'])];
}

/**
 * Reads a model's `ensemble.json`. The names of files with weights are added from the model's graphs.
 * @throws {ModelError} naming the file and every wrong field, or a graph whose weights are in another folder
 */
export function readManifest(directory: string): Manifest {
  const file = path.join(directory, 'ensemble.json');
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new ModelError(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
  const manifest = checkManifest(ManifestSchema, content, file);
  return { ...manifest, members: manifest.members.map((member) => withWeights(directory, member)) };
}

/** Adds the files that only the graph of a member names, so that hashes and copies include files that the manifest omits. */
export function withWeights<Member extends Pick<MemberEntry, 'file' | 'externalData'>>(
  directory: string,
  member: Member,
): Member {
  const named = member.externalData ?? [];
  const unnamed = weightsBeside(path.join(directory, member.file)).filter(
    (file) => !named.some((beside) => beside.file === file),
  );
  if (unnamed.length === 0) return member;
  return { ...member, externalData: [...named, ...unnamed.map((file) => ({ file }))] };
}

function weightsBeside(model: string): string[] {
  try {
    return externalFiles(model);
  } catch (error) {
    if (error instanceof ModelError) throw error;
    // A missing or damaged file is reported when it is loaded.
    return [];
  }
}

/** Checks an `ensemble.json`, or a part of it. @throws {ModelError} naming every field that is wrong */
export function checkManifest<Schema extends v.GenericSchema>(
  schema: Schema,
  content: unknown,
  file: string,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, content);
  if (parsed.success) return parsed.output;
  throw new ModelError(`${file} is wrong: ${parsed.issues.map(describeIssue).join('; ')}`);
}

export function describeIssue(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue) ?? 'ensemble.json';
  return issue.expected === 'never' ? `${field} ${issue.message}` : `${field}: ${issue.message}`;
}

/** Index of the label for "the second text follows from the first"; -1 if there is none. */
export function entailmentOf(labels: readonly string[]): number {
  return labels.findIndex((label) => /^entail/i.test(label));
}
