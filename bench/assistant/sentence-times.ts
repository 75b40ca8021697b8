/** The times when the sentences of an answer were written, according to their last words. */

/** The number of sentences in each answer. */
export const sentences = 12;

/** Returns the milliseconds of a clock that all processes of a machine share. */
export const now = (): number => performance.timeOrigin + performance.now();

export const toLastWord = (sentence: number, ms: number): string => `s${sentence}t${Math.round(ms * 10)}.`;

/**
 * Returns the time when sentence number `sentence` was completely written; `undefined` if the text doesn't contain the
 * sentence.
 */
export function readLastWord(text: string, sentence: number): number | undefined {
  const tenths = new RegExp(`\\bs${sentence}t(?<tenths>\\d+)\\.`).exec(text)?.groups?.['tenths'];
  return tenths === undefined ? undefined : Number(tenths) / 10;
}
