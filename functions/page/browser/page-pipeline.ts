/** What a pipeline brings to the page: its part of the form, and what is said of a response. */
import type { Sample } from '../../inference/contracts/client.ts';
import type { PageModel } from '../../inference/information/page.ts';
import type { ExplainedResponse, Explanation } from './request/request.ts';
import type { Service } from './request/service.ts';
import type { Session } from './request/session.ts';

export interface PagePipeline {
  view(model: PageModel): PipelineView;
  /** Shows the pipeline's part of the form. */
  attach(session: Session, service: Service): void;
}

/** What is said of a response. */
export interface PipelineView<Told extends Explanation = Explanation> {
  /** The prediction itself, large. */
  prediction(response: ExplainedResponse<Told>): readonly HTMLElement[];
  /** How certain it is, in a line or two. */
  facts(response: ExplainedResponse<Told>): readonly HTMLElement[];
  /** What was sent, beside the response. */
  sent(sample: Sample): readonly HTMLElement[];
  /** What each member gave, or the outputs. */
  details(response: ExplainedResponse<Told>, sample: Sample): readonly HTMLElement[];
  /** The prediction in half a sentence, for screen readers. */
  spoken(response: ExplainedResponse<Told>): string;
}
