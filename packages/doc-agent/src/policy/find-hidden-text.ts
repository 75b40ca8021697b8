/**
 * Characters that are invisible in a diff, but that a browser, a compiler or another agent acts on. Sources: Unicode
 * TR36 and TR55 (bidirectional and invisible characters in source text).
 */
export interface HiddenCharacter {
  readonly codePoint: number;
  readonly name: string;
  /** 1-based. */
  readonly line: number;
}

/** Ranges of code points, ends inclusive. */
const hiddenRanges = [
  '\\u{AD}',
  '\\u{34F}',
  '\\u{61C}',
  '\\u{115F}-\\u{1160}',
  '\\u{17B4}-\\u{17B5}',
  '\\u{180E}',
  '\\u{200B}',
  '\\u{200E}-\\u{200F}',
  '\\u{202A}-\\u{202E}',
  '\\u{2060}-\\u{206F}',
  '\\u{3164}',
  '\\u{FEFF}',
  '\\u{FFA0}',
  '\\u{E0000}-\\u{E0FFF}',
];
const hidden = new RegExp(`[${hiddenRanges.join('')}]`, 'gu');

/** Joiners are valid in emoji and in Arabic and Indic words, so U+200C and U+200D are not reported. */
export function findHiddenCharacters(text: string): HiddenCharacter[] {
  const found: HiddenCharacter[] = [];
  let line = 1;
  let scanned = 0;
  for (const match of text.matchAll(hidden)) {
    // Some editors save a byte-order mark at the start of a file.
    if (match.index === 0 && match[0] === '\uFEFF') continue;
    for (; scanned < match.index; scanned++) if (text.charCodeAt(scanned) === 10) line++;
    const codePoint = match[0].codePointAt(0) ?? 0;
    found.push({ codePoint, name: nameOf(codePoint), line });
  }
  return found;
}

/** Removes all such characters, for titles and bodies, which need none. */
export function removeHiddenCharacters(text: string): string {
  return text.replace(hidden, '');
}

function nameOf(codePoint: number): string {
  const hex = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  if (
    (codePoint >= 0x202a && codePoint <= 0x202e) ||
    (codePoint >= 0x2066 && codePoint <= 0x2069) ||
    codePoint === 0x061c ||
    codePoint === 0x200e ||
    codePoint === 0x200f
  ) {
    return `${hex} (changes the direction of text)`;
  }
  if (codePoint >= 0xe0000) return `${hex} (invisible tag)`;
  return `${hex} (invisible)`;
}
