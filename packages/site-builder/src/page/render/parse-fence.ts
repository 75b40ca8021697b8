import type { CodeFence } from '../../markup/code-fence.ts';

const flags: ReadonlySet<string> = new Set([
  'lines',
  'wrap',
  'expandable',
  'twoslash',
  'showLineNumbers',
  'nocopy',
  'copy',
]);
const maxLine = 100_000;

/**
 * Parses the meta string of a code fence: ` ```ts Title words {1,3-5} lines icon="x" highlight={2} `. Text that is
 * neither a known option nor `key=value` is the title; malformed options are dropped.
 */
export function parseFence(language: string, meta: string, code: string): CodeFence {
  const extra: Record<string, string> = {};
  const seen = new Set<string>();
  const words: string[] = [];
  let highlight: number[] = [];
  // key={…}, key="…", key='…', key=word, {1-3}, "quoted words", word
  for (const match of meta.matchAll(
    /([\w-]+)=(?:\{([^}]*)\}|"([^"]*)"|'([^']*)'|(\S+))|\{([^}]*)\}|"([^"]*)"|'([^']*)'|(\S+)/g,
  )) {
    const [, key, braced, double, single, bare, range, ...rest] = match;
    if (key !== undefined) extra[key] = unquote(braced ?? double ?? single ?? bare ?? '');
    else if (range !== undefined) highlight = [...highlight, ...parseLines(range)];
    else {
      const word = rest.find((text) => text !== undefined) ?? '';
      if (flags.has(word)) seen.add(word);
      else words.push(word);
    }
  }
  const title = extra['title'] ?? extra['filename'] ?? (words.length > 0 ? words.join(' ') : undefined);
  const isOn = (flag: string): boolean => seen.has(flag) || (extra[flag] !== undefined && extra[flag] !== 'false');
  return {
    language: language.toLowerCase(),
    code,
    ...(title === undefined || title === '' ? {} : { title }),
    ...(extra['icon'] === undefined ? {} : { icon: extra['icon'] }),
    lines: isOn('lines') || isOn('showLineNumbers'),
    wrap: isOn('wrap'),
    expandable: isOn('expandable'),
    twoslash: isOn('twoslash'),
    highlight: [...highlight, ...parseLines(extra['highlight'] ?? '')],
    focus: parseLines(extra['focus'] ?? ''),
    extra,
  };
}

function unquote(text: string): string {
  return text.replace(/^(["'`])(.*)\1$/, '$2');
}

/** Parses `1,3-5` as 1, 3, 4, 5. */
export function parseLines(text: string): number[] {
  const lines: number[] = [];
  for (const part of text.replace(/[[\]]/g, '').split(',')) {
    const [, from, to] = /^\s*(\d{1,6})\s*(?:-\s*(\d{1,6}))?\s*$/.exec(part) ?? [];
    if (from === undefined) continue;
    const last = Math.min(Number(to ?? from), maxLine, Number(from) + 5000);
    for (let line = Number(from); line <= last; line++) lines.push(line);
  }
  return lines;
}
