import { Writable } from 'node:stream';

/** The only sequences that text may contain: colors and weights as `style.ts` writes them. */
const ownStyles = '\\u001b\\[(?:0|1|2|3|4|22|23|24|3[0-7]|39|9[0-7])m';
/** C0 except tab and line feed, DEL, C1, line separators and signs that change the direction of text. */
const controls = '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]';
const allowedOrControl = new RegExp(`(${ownStyles}|\\r(?=\\n))|${controls}`, 'g');
/** Begins a line that is overwritten. At the beginning of a piece of text it erases only a progress bar. */
const overwrite = '\r\u001b[2K';

/**
 * Text that a terminal only shows. Names, messages and logs of files and servers are not trusted: in them, `ESC ]52` would fill the clipboard, `ESC [2J` clear what
 * was said before, and a carriage return write over it. Each such character becomes U+FFFD.
 */
export function toPrintable(text: string): string {
  const start = text.startsWith(overwrite) ? overwrite : '';
  return (
    start + text.slice(start.length).replace(allowedOrControl, (_, allowed: string | undefined) => allowed ?? '\ufffd')
  );
}

/** JSON with the same characters as escapes: programs read the text as it is. */
export function toPrintableJson(value: unknown): string {
  const json = JSON.stringify(value) ?? '';
  return json.replace(new RegExp(controls, 'g'), (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A stream that passes on what is written as `toPrintable` has it, at once. */
export function printableOutput(output: Writable): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      output.write(toPrintable(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()));
      done();
    },
  });
}
