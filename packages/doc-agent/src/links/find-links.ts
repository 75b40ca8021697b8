/** The position of a link's target in a page's source. */
export interface LinkSpan {
  /** Offsets of the target itself, without quotes and brackets. */
  readonly start: number;
  readonly end: number;
  readonly target: string;
  /** `import` refers to a module or a snippet file, and `image` to an image; readers can follow a `link`. */
  readonly kind: 'link' | 'image' | 'import';
}

/**
 * Finds every link in MDX, Markdown or JSX outside code: Markdown links and images, reference definitions, `href`,
 * `src` and similar JSX attributes or object keys, and imports. Makes one pass to mask code and one to find links.
 */
export function findLinks(path: string, text: string): LinkSpan[] {
  const isScript = /\.[jt]sx$/i.test(path);
  const masked = isScript ? text : maskCode(text);
  const links: LinkSpan[] = [];
  if (!isScript) collect(links, masked, text, markdownPatterns);
  collect(links, masked, text, codePatterns);
  const byStart = new Map(links.map((link) => [link.start, link]));
  return [...byStart.values()].sort((a, b) => a.start - b.start);
}

interface LinkPattern {
  readonly pattern: RegExp;
  readonly kind: LinkSpan['kind'] | ((match: RegExpExecArray) => LinkSpan['kind']);
}

// In each pattern, the group `t` is the target. No nested quantifiers: matching is linear in the text.
const markdownPatterns: readonly LinkPattern[] = [
  { pattern: /\]\([ \t]*<(?<t>[^<>\n]*)>/dg, kind: 'link' },
  { pattern: /\]\([ \t]*(?<t>[^\s()<>]+(?:\([^\s()]*\)[^\s()<>]*)?)/dg, kind: 'link' },
  { pattern: /^[ ]{0,3}\[[^\]\n]{1,300}\]:[ \t]*<?(?<t>[^\s<>]+)/dgm, kind: 'link' },
];
const attributeKind = (match: RegExpExecArray): LinkSpan['kind'] => {
  const name = match.groups?.['n'];
  return name === 'src' || name === 'img' ? 'image' : name === 'file' ? 'import' : 'link';
};
const codePatterns: readonly LinkPattern[] = [
  {
    pattern: /\b(?<n>href|src|to|url|link|img|file)\s{0,5}[=:]\s{0,5}(?:\{\s{0,5})?"(?<t>[^"\n]*)"/dg,
    kind: attributeKind,
  },
  {
    pattern: /\b(?<n>href|src|to|url|link|img|file)\s{0,5}[=:]\s{0,5}(?:\{\s{0,5})?'(?<t>[^'\n]*)'/dg,
    kind: attributeKind,
  },
  {
    pattern: /\b(?<n>href|src|to|url|link|img|file)\s{0,5}[=:]\s{0,5}(?:\{\s{0,5})?`(?<t>[^`\n$]*)`/dg,
    kind: attributeKind,
  },
  { pattern: /^\s{0,8}(?:import|export)\b[^'"\n]{0,500}?\bfrom\s{0,5}["'](?<t>[^"'\n]+)["']/dgm, kind: 'import' },
  { pattern: /^\s{0,8}import\s{1,5}["'](?<t>[^"'\n]+)["']/dgm, kind: 'import' },
];

function collect(links: LinkSpan[], masked: string, text: string, patterns: readonly LinkPattern[]): void {
  for (const { pattern, kind } of patterns) {
    for (const match of masked.matchAll(pattern)) {
      const span = match.indices?.groups?.['t'];
      if (span === undefined) continue;
      const [start, end] = span;
      const isImage = kind === 'link' && isImageMark(masked, match.index);
      links.push({
        start,
        end,
        target: text.slice(start, end),
        kind: isImage ? 'image' : typeof kind === 'string' ? kind : kind(match),
      });
    }
  }
}

/** Whether the `](` at `offset` closes an image's `![`, which is searched for in the 500 characters before it. */
function isImageMark(text: string, offset: number): boolean {
  if (text[offset] !== ']') return false;
  let depth = 0;
  for (let at = offset - 1; at >= 0 && offset - at < 500; at--) {
    const character = text[at];
    if (character === ']') depth++;
    else if (character === '[') {
      if (depth === 0) return text[at - 1] === '!';
      depth--;
    }
  }
  return false;
}

const fence = /^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(`{3,}|~{3,})/;

/** Returns the text with code fences and inline code blanked out, so that offsets stay the same. */
export function maskCode(text: string): string {
  return maskFences(text, (line) => (line.includes('`') ? maskInlineCode(line) : line));
}

/** Returns the text with only code fences blanked out; `readLine` receives the lines outside them. */
export function maskFences(text: string, readLine: (line: string) => string = (line) => line): string {
  const out: string[] = [];
  let open: string | undefined;
  for (const line of text.split(/(?<=\n)/)) {
    const mark = fence.exec(line)?.[1];
    if (open === undefined && mark !== undefined && !line.slice(line.indexOf(mark) + mark.length).includes('`')) {
      open = mark;
      out.push(blank(line));
    } else if (open !== undefined) {
      const closes = mark !== undefined && mark.startsWith(open) && line.trim().replace(/^[>\s]+/, '') === mark;
      if (closes) open = undefined;
      out.push(blank(line));
    } else out.push(readLine(line));
  }
  return out.join('');
}

function maskInlineCode(line: string): string {
  return line.replace(
    /(?<!\\|`)(`+)(?!`)([^]*?[^`])\1(?!`)/g,
    (code: string, _marks: string, body: string, at: number) => {
      // A template string in an attribute (`href={`/x`}`) isn't Markdown code.
      return /[={:]\s*$/.test(line.slice(0, at)) && !/\s/.test(body) ? code : blank(code);
    },
  );
}

function blank(text: string): string {
  return text.replace(/[^\n\r]/g, ' ');
}
