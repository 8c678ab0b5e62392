/** What a kind adds to the page: its way of asking, and what it says of an answer. */
import type { Answered } from './answered.ts';
import type { Explanation } from './explanation.ts';
import type { Question } from './question.ts';

/** One way of asking, made for a task. */
export interface Way<Told extends Explanation = Explanation> {
  /** What the eye falls on: the answer itself. */
  verdict(answered: Answered<Told>): readonly HTMLElement[];
  /** What is to be known of it, in a line or two. */
  facts(answered: Answered<Told>): readonly HTMLElement[];
  /** What was asked, for a person to see. */
  asked(question: Question): readonly HTMLElement[];
  /** How the members came to the answer. */
  votes(answered: Answered<Told>): readonly HTMLElement[];
  /** The answer in half a sentence, for those who listen. */
  spoken(answered: Answered<Told>): string;
}
