const ended = /[.!?…]$/;
const withPeriod = (text: string): string => `${text}${ended.test(text) ? '' : '.'}`;

/** The outcome of a run, followed by the result of its merge. */
export const addSentence = (outcome: string | null, sentence: string): string =>
  `${withPeriod(outcome ?? '')} ${withPeriod(sentence)}`;
