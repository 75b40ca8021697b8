const entities: Readonly<Record<string, string>> = {
  sol: '/',
  colon: ':',
  period: '.',
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  tab: '',
  newline: '',
  commat: '@',
  bsol: '\\',
  lpar: '(',
  num: '#',
  nbsp: ' ',
};

/**
 * Decodes text as browsers and parsers do: HTML character references, JSON and JavaScript escapes, and percent-encoded
 * slashes. Line ends inside strings become spaces.
 */
export function decodeEscapes(text: string): string {
  if (!/[&\\%]/.test(text)) return text;
  return text
    .replace(/\\u\{?([0-9a-f]{4,6})\}?|\\x([0-9a-f]{2})/gi, (all, long?: string, short?: string) =>
      fromCode(parseInt(long ?? short ?? '', 16), all),
    )
    .replace(/&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));?/gi, (all, hex?: string, decimal?: string) =>
      fromCode(hex === undefined ? Number(decimal) : parseInt(hex, 16), all),
    )
    .replace(/&([a-z]{2,7});/gi, (all, name: string) => entities[name.toLowerCase()] ?? all)
    .replace(/\\\//g, '/')
    .replace(/%2f/gi, '/')
    .replace(/%3a/gi, ':');
}

function fromCode(code: number, otherwise: string): string {
  // Browsers remove tabs and line endings from addresses.
  if (code === 9 || code === 10 || code === 13) return '';
  return code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : otherwise;
}
