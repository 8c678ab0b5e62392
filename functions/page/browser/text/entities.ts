/** Result of a token classification: the text with its entities marked. */
import type { Sample } from '../../../inference/contracts/client.ts';
import type { PageModel } from '../../../inference/information/page.ts';
import type { Entity } from '../../../inference/pipelines/token-classification/entities.ts';
import type { Explanation } from '../request/request.ts';
import { inLanguage, make } from '../result/element.ts';
import type { PipelineView } from '../result/pipeline.ts';
import { memberTable } from '../result/table.ts';
import { percent } from '../result/words.ts';
import { truncation } from './classification.ts';
import { textPipeline } from './form.ts';

/** Fields that the pipeline adds to an explanation. */
interface EntityExplanation extends Explanation {
  /** One entry for each text; the page sends one text. */
  readonly texts: readonly (readonly Entity[])[];
  readonly truncated: readonly number[];
}

const FORM = { label: 'Text', help: 'The model finds the entities in the text.', button: 'Find' };

export const tokenClassification = textPipeline(FORM, createView);

function createView({ page: { language } }: PageModel): PipelineView<EntityExplanation> {
  return {
    facts: ({ explanation }) => [make('p', 'sure', explanation.prediction), ...truncation(explanation)],
    details: ({ explanation: { texts, members } }, { bytes }: Sample) => [
      make('div', 'card', inLanguage(marked(new TextDecoder().decode(bytes), texts[0] ?? []), language)),
      ...memberTable(members),
    ],
    spoken: ({ explanation }) => explanation.prediction,
  };
}

/** The text with each entity marked and followed by its label and score. */
function marked(text: string, entities: readonly Entity[]): HTMLElement {
  // Offsets count code points.
  const characters = Array.from(text);
  let end = 0;
  const parts = entities.flatMap((entity) => {
    // Tokens can be parts of one character, such as its bytes. Such tokens overlap.
    const start = Math.max(entity.start, end);
    const before = characters.slice(end, start).join('');
    end = Math.max(entity.end, start);
    const label = entity.entity_group ?? entity.entity;
    const annotation = make('small', '', ` ${label} ${percent(entity.score)}`);
    return [before, make('mark', '', characters.slice(start, end).join(''), annotation)];
  });
  return make('p', 'marked', ...parts, characters.slice(end).join(''));
}
