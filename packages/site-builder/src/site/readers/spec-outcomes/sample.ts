import type { Condition } from '@docwright/site-access/rules';

/** The text for readers whose answer to all these questions is yes. */
export interface Sample {
  /** Numbers of questions. */
  readonly answers: ReadonlySet<number>;
  readonly when: Condition | undefined;
  readonly text: string;
}

/**
 * The smallest sets of answers for which a part is present; it is also present for larger sets. Equal values are the
 * same object.
 */
export interface Shown {
  readonly kind: 'samples';
  readonly samples: readonly Sample[];
}
