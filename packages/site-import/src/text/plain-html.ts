/** Simple functions that read HTML in sources, for blocks whose structure is known. */
import { replaceTags } from './find-marks.ts';
import { ownValue } from './own-value.ts';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

export function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,8}));/gi,
    (whole, hex, decimal, name: string | undefined) => {
      if (name !== undefined) return ownValue(entities, name) ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
      return code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff) ? String.fromCodePoint(code) : whole;
    },
  );
}

/** Returns the text between tags, with its entities. */
export function stripTags(html: string): string {
  return replaceTags(html, /<\/?[a-zA-Z]/g, () => '');
}

/** Returns the words of a piece of HTML on one line. */
export function textOfHtml(html: string): string {
  return decodeEntities(stripTags(html)).replaceAll(/\s+/g, ' ').trim();
}

/** Returns the text of a line that is a heading, without its marks, or `undefined` for another line. */
export function readHeading(line: string): string | undefined {
  const text = /^\s*#{1,6}\s+(\S.*)$/.exec(line)?.[1]?.trimEnd();
  return text?.replace(/(?<!\s)\s+#+$/, '').replaceAll(/<[^<>]{0,1000}>|[*`]/g, '');
}

/** Returns attributes by name in lower case, entities decoded; a bare name has the value `''`. */
export function attributesOf(text: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [, name = '', double, single, bare] of text.matchAll(
    /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>`]+)))?/g,
  ))
    found[name.toLowerCase()] = decodeEntities(double ?? single ?? bare ?? '');
  return found;
}
