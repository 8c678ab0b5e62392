/** A pipeline's part of the page: its form, and its view of a response. */
import type { PageModel } from '../../inference/information/page.ts';
import type { Service } from './request/service.ts';
import type { Session } from './request/session.ts';
import type { PipelineView } from './result/pipeline.ts';

export interface PagePipeline {
  view(model: PageModel): PipelineView;
  /** Shows the pipeline's part of the form, from which users send inputs through the session. */
  attach(session: Session, service: Service): void;
}
