/** How the page shows the responses of a pipeline. */
import type { Sample } from '../../../inference/contracts/client.ts';
import type { ExplainedResponse, Explanation } from '../request/request.ts';

export interface PipelineView<Explained extends Explanation = Explanation> {
  /** The prediction in large print. @default nothing */
  prediction?(response: ExplainedResponse<Explained>): readonly HTMLElement[];
  /** The prediction in the history. @default the service's prediction */
  brief?(response: ExplainedResponse<Explained>, sample: Sample): string | undefined;
  /** A few lines about the prediction, such as its certainty. */
  facts(response: ExplainedResponse<Explained>, sample: Sample): readonly HTMLElement[];
  /** The input, next to the response. @default nothing */
  sent?(sample: Sample): readonly HTMLElement[];
  /** The response in detail, such as the vote of each member, or the outputs. */
  details(response: ExplainedResponse<Explained>, sample: Sample): readonly HTMLElement[];
  /** Beginning of a sentence for screen readers: the prediction. The view appends the duration. */
  spoken(response: ExplainedResponse<Explained>): string;
}
