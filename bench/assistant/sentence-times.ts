/** When the sentences of an answer were written, as their last words say it. */

/** Of each answer. */
export const sentences = 12;

/** Milliseconds that processes of one machine agree on. */
export const now = (): number => performance.timeOrigin + performance.now();

export const toLastWord = (sentence: number, ms: number): string =>
  `s${String(sentence)}t${String(Math.round(ms * 10))}.`;

/** The moment at which sentence number `sentence` was written to its end; undefined where it is not in the text. */
export function readLastWord(text: string, sentence: number): number | undefined {
  const tenths = new RegExp(`\\bs${String(sentence)}t(?<tenths>\\d+)\\.`).exec(text)?.groups?.['tenths'];
  return tenths === undefined ? undefined : Number(tenths) / 10;
}
