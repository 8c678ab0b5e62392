/** Builds the page and the frame of the documentation as self-contained HTML for all models. Equal sources give equal bytes. */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { MODEL_SLOT, type Page } from '../inference/information/page.ts';

/** Browsers of the last three years. */
const BROWSERS = ['chrome120', 'firefox121', 'safari17'];

export function buildPage(): Promise<Page> {
  return buildDocument(import.meta.dirname, 'page.html');
}

/** Builds the frame of `/docs`, with the form for trying requests. */
export function buildDocumentation(): Promise<Page> {
  return buildDocument(path.join(import.meta.dirname, '../documentation'), 'docs.html');
}

/** Builds a document from the frame, the `style.css` and the `browser/main.ts` in a folder. */
async function buildDocument(folder: string, frameFile: string): Promise<Page> {
  const [frame, style, script] = await Promise.all([
    readFile(path.join(folder, frameFile), 'utf8'),
    bundled(folder, 'style.css'),
    bundled(folder, 'browser/main.ts'),
  ]);
  if (!frame.includes(MODEL_SLOT)) throw new Error(`${frameFile} lacks the placeholder ${MODEL_SLOT}`);
  return {
    html: fill(frame, { '/* style */': style, '/* script */': script }),
    contentSecurityPolicy: contentSecurityPolicy(style, script),
  };
}

/** Replaces each placeholder in the frame by its part. @throws {Error} if the frame lacks a placeholder */
function fill(frame: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((html, [placeholder, part]) => {
    if (!html.includes(placeholder)) throw new Error(`the frame lacks the placeholder ${placeholder}`);
    // The replacement is a function, because `$&` and the like have a meaning in a replacement string.
    return html.replace(placeholder, () => part);
  }, frame);
}

/** Bundles one entry and everything it imports. */
async function bundled(folder: string, entryPoint: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [entryPoint],
    bundle: true,
    minify: true,
    format: 'esm',
    target: BROWSERS,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
  });
  return outputFiles[0]!.text.trim();
}

/** Permits only the page's own script, style and pictures, and requests to its own host. */
function contentSecurityPolicy(style: string, script: string): string {
  const source = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
  return [
    "default-src 'none'",
    `script-src ${source(script)}`,
    `style-src ${source(style)}`,
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
