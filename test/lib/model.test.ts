import { appendFileSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { LayerVersion } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { ConfigurationError } from '../../lib/configuration/configuration-error.ts';
import { Model } from '../../lib/model.ts';
import { TINY_ENSEMBLE } from '../functions/support/tiny.ts';
import { newFolder } from '../support/new-folder.ts';
import { tinyModel } from '../support/tiny-model.ts';

// The first synthesis of a process loads most of the CDK, which takes seconds, or longer on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** Synthesises a layer with a model's files. @returns the folder of the cloud assembly, which contains the layer */
function synthesise(model: Model): string {
  const app = new App({ outdir: newFolder() });
  new LayerVersion(new Stack(app, 'Test'), 'Models', { code: model.models() });
  return app.synth().directory;
}

describe('A model from a folder', () => {
  it('has the manifest in its ensemble.json', () => {
    const { name, manifest } = Model.fromDirectory(TINY_ENSEMBLE);

    expect(name).toBe('colours');
    expect(manifest).toMatchObject({ version: 'tiny-1', contracts: ['esun-2021', 'predictions'] });
  });

  it('has its layer built at synthesis, without developers’ files', () => {
    const assembly = synthesise(Model.fromDirectory(TINY_ENSEMBLE));

    const [ensemble = '', ...others] = globSync('asset.*/models/colours/ensemble.json', { cwd: assembly });
    const source = readFileSync(join(TINY_ENSEMBLE, 'ensemble.json'));
    expect([readFileSync(join(assembly, ensemble)), others]).toEqual([source, []]);
    expect(globSync('asset.*/models/colours/first.onnx', { cwd: assembly })).toHaveLength(1);
  });

  it('can be deployed by several stacks of one app', () => {
    const model = Model.fromDirectory(TINY_ENSEMBLE);
    const app = new App({ outdir: newFolder() });

    for (const stage of ['Dev', 'Prod'])
      new LayerVersion(new Stack(app, stage), 'Models', { code: model.models() });

    expect(globSync('asset.*', { cwd: app.synth().directory })).toHaveLength(1);
  });

  it('stops the synthesis when a model is damaged, and names it', () => {
    const folder = tinyModel({});
    appendFileSync(join(folder, 'second.onnx'), 'x');
    const synthesising = () => synthesise(Model.fromDirectory(folder));

    expect(synthesising).toThrow(/second\.onnx\s+has\s+SHA-256\s+\w+,\s+but\s+ensemble\.json\s+says/);
  });

  it('is refused if the folder has no model', () => {
    const folder = newFolder();
    const making = () => Model.fromDirectory(folder);

    expect(making).toThrow(ConfigurationError);
    expect(making).toThrow(`There is no model to deploy in ${folder}: `);
  });

  it('is refused with a field that its pipeline lacks', () => {
    const making = () => Model.fromDirectory(tinyModel({ iou: 0.5 }));

    expect(making).toThrow(ConfigurationError);
    expect(making).toThrow(/ensemble\.json is wrong: iou is unknown: the fields are model, pipe/);
  });
});
