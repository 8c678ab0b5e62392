/** Checks `ensemble.json` without loading a model. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { safeParse } from 'valibot';
import { contractNames } from '../../functions/inference/contracts/contracts.ts';
import { describeIssue, ManifestSchema } from '../../functions/inference/model/manifest.ts';
import { findPipeline, pipelineNames } from '../../functions/inference/pipelines/pipelines.ts';
import type { Findings } from '../make/report.ts';

/** @returns the content of the file; undefined if it is no JSON object */
export function checkManifestFile(directory: string, findings: Findings) {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path.join(directory, 'ensemble.json'), 'utf8'));
  } catch (error) {
    findings.wrong.push(`ensemble.json cannot be read: ${(error as Error).message}`);
    return undefined;
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    findings.wrong.push('ensemble.json must hold a JSON object');
    return undefined;
  }
  const fields = content as Record<string, unknown>;
  checkFields(fields, findings);
  return fields;
}

function checkFields(content: Record<string, unknown>, { wrong }: Findings): void {
  const named = String(content.pipeline);
  const pipeline = findPipeline(named);
  if (!pipeline && content.pipeline !== undefined) {
    wrong.push(
      `pipeline: must be one of ${pipelineNames.join(', ')}, not ${JSON.stringify(content.pipeline)}`,
    );
  }
  const { issues = [] } = safeParse(pipeline?.fields ?? ManifestSchema, content);
  wrong.push(...issues.map(describeIssue));
  for (const name of [content.contracts].flat()) {
    if (typeof name !== 'string' || contractNames.includes(name)) continue;
    wrong.push(`contracts: there is no "${name}"; available: ${contractNames.join(', ')}`);
  }
}
