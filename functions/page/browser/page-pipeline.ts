/** What a pipeline brings to the page: its part of the form, and what is said of a response. */
import type { PageModel } from '../../inference/information/page.ts';
import type { Service } from './request/service.ts';
import type { Session } from './request/session.ts';
import type { PipelineView } from './result/pipeline.ts';

export interface PagePipeline {
  view(model: PageModel): PipelineView;
  /** Shows the pipeline's part of the form. */
  attach(session: Session, service: Service): void;
}
