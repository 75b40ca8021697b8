/**
 * The character references that JSX text uses. Any other reference is shown as written, so that the author notices it.
 */
const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
  ['copy', '©'],
  ['reg', '®'],
  ['trade', '™'],
  ['hellip', '…'],
  ['mdash', '—'],
  ['ndash', '–'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['bull', '•'],
  ['middot', '·'],
  ['times', '×'],
  ['rarr', '→'],
  ['larr', '←'],
  ['uarr', '↑'],
  ['darr', '↓'],
  ['check', '✓'],
  ['deg', '°'],
  ['euro', '€'],
  ['raquo', '»'],
  ['laquo', '«'],
  ['rsaquo', '›'],
  ['lsaquo', '‹'],
]);

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w{1,30}));/gi,
    (match, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named.get(name) ?? match;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : match;
    },
  );
}
