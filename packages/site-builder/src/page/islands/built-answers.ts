import type { IconSpec } from '../../markup/icon-spec.ts';
import type { ImageSize } from '../../source/image-size/image-size.ts';

/**
 * The builder's answers to the built-in components inside an island. The browser calls the same components, and their
 * requests (an icon, an address, a highlighted block) receive the same answers there.
 */
export interface BuiltAnswers {
  /** Markup and addresses by `answerKey`. */
  readonly texts: Readonly<Record<string, string>>;
  /** IDs and numbers, each returned once, in the order of the calls. */
  readonly series: Readonly<Record<string, readonly (string | number)[]>>;
}

/**
 * Combines kind and question into a short key: 53 bits of two multiplicative hashes. The full questions would be as
 * long as the answers.
 */
export function answerKey(kind: string, question: unknown): string {
  const text = JSON.stringify(question);
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return kind + (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36);
}

/** Writes an image's size as the text of an answer. */
export function writeSize({ width, height, isRatio }: ImageSize): string {
  return `${width} ${height}${isRatio === true ? ' ratio' : ''}`;
}

export function readSize(text: string): ImageSize {
  const [width = '', height = '', isRatio] = text.split(' ');
  return { width: Number(width), height: Number(height), ...(isRatio === undefined ? {} : { isRatio: true }) };
}

/** The properties that distinguish two drawings of an icon. */
export function iconKey({ name, style, library }: IconSpec): string {
  return `${name} ${style ?? ''} ${library ?? ''}`.trimEnd();
}

/** The fields of an icon or a code block in a fixed order. */
export function sorted(fields: object): unknown {
  return Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
}
