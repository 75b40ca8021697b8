import { Writable } from 'node:stream';

/** The only sequences that text may contain: colors and weights as `style.ts` writes them. */
const ownStyles = '\\u001b\\[(?:0|1|2|3|4|22|23|24|3[0-7]|39|9[0-7])m';
/** C0 except tab and line feed, DEL, C1, line separators and characters that change the text direction. */
const controls = '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]';
const allowedOrControl = new RegExp(`(${ownStyles}|\\r(?=\\n))|${controls}`, 'g');
/** The sequence that starts overwriting the current line. At the beginning of output, it erases only a progress bar. */
const overwrite = '\r\u001b[2K';

/**
 * Makes text safe to show on a terminal. Names, messages and logs from files and servers are not trusted: `ESC ]52`
 * would set the clipboard, `ESC [2J` would clear the screen, and a carriage return would overwrite the line. Each such
 * character becomes U+FFFD.
 */
export function toPrintable(text: string): string {
  const start = text.startsWith(overwrite) ? overwrite : '';
  return (
    start + text.slice(start.length).replace(allowedOrControl, (_, allowed: string | undefined) => allowed ?? '\ufffd')
  );
}

/** Formats JSON in which unsafe characters are escaped, so that programs read the original text. */
export function toPrintableJson(value: unknown): string {
  const json = JSON.stringify(value) ?? '';
  return json.replace(
    new RegExp(controls, 'g'),
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Returns a stream that passes text through `toPrintable` without buffering. */
export function printableOutput(output: Writable): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      output.write(toPrintable(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()));
      done();
    },
  });
}
