/** What differs between classifiers of pictures, of texts and of rows. */
import type { FoundModel } from '../../model-repository/find-model.ts';
import type { JudgedPrediction } from '../certainty.ts';
import type { EvaluationOptions } from '../options.ts';
import type { LabelledSample } from './labelled-samples.ts';

/** The labels that a prediction can have. */
export interface Labels {
  /** In the order of the members' outputs. */
  readonly listed: readonly string[];
  /** Where nobody says in which order outputs have them. */
  readonly unordered?: boolean;
  /** The right prediction for everything that is not listed; undefined where the model rejects nothing. */
  readonly reject: string | undefined;
}

/** What an ensemble predicts. */
export interface Prediction {
  /** What a caller gets. */
  readonly predicted: string;
  /** The best label, whatever the reject threshold made of it. */
  readonly best: string;
  /** Where the model has probabilities. */
  readonly sureness?: Pick<JudgedPrediction, 'confidence' | 'refused'>;
}

export interface Kind {
  /** Of the samples, for people. */
  readonly what: string;
  /** @returns the samples that options name, and where they come from, for messages */
  samplesOf(
    model: FoundModel,
    options: EvaluationOptions,
  ): Promise<{ readonly samples: readonly LabelledSample[]; readonly place: string }>;
  /** @throws {ModelError} when what `ensemble.json` says of labels cannot be used */
  labelsOf(model: FoundModel, samples: readonly LabelledSample[]): Promise<Labels>;
  /** The best label of one member. */
  bestOf(memberOutput: unknown, labels: Labels): string;
  predictionOf(output: unknown, labels: Labels): Prediction;
}
