const ended = /[.!?…]$/;
const withPeriod = (text: string): string => `${text}${ended.test(text) ? '' : '.'}`;

/** Appends a sentence to a run's outcome, such as the result of its merge. */
export const addSentence = (outcome: string | null, sentence: string): string =>
  `${withPeriod(outcome ?? '')} ${withPeriod(sentence)}`;
