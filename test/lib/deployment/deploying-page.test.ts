import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Key } from 'aws-cdk-lib/aws-kms';
import { describe, expect, it } from 'vitest';
import { modelSettings } from '../../../lib/configuration/model-settings.ts';
import { serviceSettings } from '../../../lib/configuration/service-settings.ts';
import { projectDirectory } from '../../../project/paths.ts';
import { addEndpoint, createTestStack, templateOf } from '../test-deployment.ts';

const page = readFileSync(join(projectDirectory, 'docs/deploying.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(projectDirectory, 'package.json'), 'utf8'));
const settings = Object.keys({ ...serviceSettings, ...modelSettings });

/** Matches of the pattern's group in the page or a part of it, without duplicates. */
function found(pattern: RegExp, text = page): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, group = '']) => group))];
}

describe('docs/deploying.md', () => {
  it('names only existing settings', () => {
    const named = found(/(?:--set |`)(?:[a-z]+\.)?([a-z][A-Za-z0-9]+)=/g).filter((name) => name !== 'name');
    const files = found(/```json\n([^`]*)```/g).map((text) => JSON.parse(text));
    const inFiles = files
      .filter((file) => !Array.isArray(file) && file.Version === undefined)
      .flatMap((file) => [file, ...Object.values(file).filter((value) => typeof value === 'object')])
      .flatMap((file) => Object.keys(file).filter((name) => Object(file[name]) !== file[name]));

    expect(named.length).toBeGreaterThan(20);
    expect([...named, ...inFiles].filter((name) => !settings.includes(name))).toEqual([]);
  });

  it('permits your own key for the same log groups as the constructs permit a key of the app', () => {
    const stack = createTestStack();
    addEndpoint(stack, { logEncryptionKey: new Key(stack, 'Key') });
    const [{ KeyPolicy }] = templateOf(stack).propertiesOf('AWS::KMS::Key');
    const names = [...JSON.stringify(KeyPolicy).matchAll(/:log-group:([^"]*Test-\*)/g)].map(([name]) => name);

    expect(names).toHaveLength(2);
    for (const name of names) {
      expect(page).toContain(`"arn:aws:logs:<region>:<account>${name.replace('Test', '<stack>')}"`);
    }
  });

  it('names only existing commands and files', () => {
    const links = found(/\]\(([^)#]+)\)/g).map((link) => join(projectDirectory, 'docs', link));

    expect(found(/npm run ([a-z:]+)/g).filter((name) => !(name in scripts))).toEqual([]);
    expect(links.filter((link) => !existsSync(link))).toEqual([]);
  });
});
