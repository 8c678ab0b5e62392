/** What the frame of the documentation page has places for. */

/** Where the frame holds what the service says, as comments of HTML. */
export const PLACES = {
  heading: '<!-- heading -->',
  contents: '<!-- contents -->',
  description: '<!-- description -->',
};

/** What the page's own script knows, as JSON in the place `MODEL_PLACE`. */
export interface TriedModel {
  readonly name: string;
  readonly pipeline: string;
  /** Names of its contracts; the page shows the first one first. */
  readonly contracts: readonly string[];
  readonly hasPage: boolean;
  readonly input: string | undefined;
  /** A request of the Open Inference Protocol, and what a recogniser may have heard: to begin with. */
  readonly request: unknown;
  readonly sentences: readonly string[] | undefined;
}
