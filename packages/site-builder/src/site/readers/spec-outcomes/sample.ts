import type { Condition } from '@docwright/site-access/rules';

/** A text for the readers who answer these questions with yes. */
export interface Sample {
  /** Numbers of questions. */
  readonly answers: ReadonlySet<number>;
  readonly when: Condition | undefined;
  readonly text: string;
}

/** A part that is in the results for the fewest answers, and in those for more. Equal ones are the same object. */
export interface Shown {
  readonly kind: 'samples';
  readonly samples: readonly Sample[];
}
