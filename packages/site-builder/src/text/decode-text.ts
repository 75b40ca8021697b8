export interface DecodedText {
  /** The text without a byte-order mark, with `\n` line endings only; invalid sequences are replaced with U+FFFD. */
  readonly text: string;
  readonly invalid: boolean;
}

const strict = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder('utf-8');
// eslint-disable-next-line no-control-regex -- NUL is a reserved character
const reserved = /[\0\uFDD0-\uFDD3]/;
const allReserved = new RegExp(reserved, 'g');
const utf16 = new TextDecoder('utf-16le');

/** Decodes a source file from any editor: UTF-8 with or without BOM, UTF-16 LE with BOM, any line endings. */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: toUnixLines(utf16.decode(bytes)), invalid: false };
  try {
    return { text: toUnixLines(strict.decode(bytes)), invalid: false };
  } catch {
    return { text: toUnixLines(lenient.decode(bytes)), invalid: true };
  }
}

function toUnixLines(text: string): string {
  const plain = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  // A NUL ends strings in the native parser; CommonMark replaces it. Four noncharacters are used as marks while a site
  // is written (`site/readers/choices`).
  return reserved.test(plain) ? plain.replaceAll(allReserved, '\uFFFD') : plain;
}
