/** Code and formulas that authors write without a fence, as plain Markdown. */

/** The lines of a fenced block, and the index of the first line after the code that it replaces. */
export interface FencedLines {
  readonly lines: readonly string[];
  readonly next: number;
}

/** A component that isn't closed within this many lines is text. */
const MAX_LINES = 500;

const opened = /^\s*<CodeBlock(?<attributes>(?:\s[^<>]*)?)>(?<rest>.*)$/;
const literal = /^\s*\{`(?<code>[^]*?)`\}\s*$/;

/** Reads `<CodeBlock language="ts">` whose code is in a template literal instead of a fence. */
export function readCodeBlock(all: readonly string[], at: number): FencedLines | undefined {
  const found = opened.exec(all[at] ?? '')?.groups;
  if (found === undefined) return undefined;
  const parts: string[] = [];
  for (let next = at; next < Math.min(all.length, at + MAX_LINES); next += 1) {
    const line = next === at ? (found.rest ?? '') : (all[next] ?? '');
    const end = line.indexOf('</CodeBlock>');
    parts.push(end < 0 ? line : line.slice(0, end));
    if (end < 0) continue;
    const code = literal.exec(parts.join('\n'))?.groups?.code;
    if (code === undefined) return undefined;
    const language = /\slanguage=["']([\w+#.-]+)["']/.exec(found.attributes ?? '')?.[1] ?? '';
    return { lines: fence(code.replaceAll(/\\([`$\\])/g, '$1').trim(), language), next: next + 1 };
  }
  return undefined;
}

/** Reads a formula between lines of `$$`. */
export function readFormula(all: readonly string[], at: number): FencedLines | undefined {
  if (all[at]?.trim() !== '$$') return undefined;
  const end = all.slice(at + 1, at + MAX_LINES).findIndex((line) => line.trim() === '$$');
  if (end < 0) return undefined;
  return { lines: fence(all.slice(at + 1, at + 1 + end).join('\n'), 'latex'), next: at + end + 2 };
}

function fence(code: string, language: string): string[] {
  let longest = 2;
  for (const [ticks] of code.matchAll(/`{3,}/g)) longest = Math.max(longest, ticks.length);
  const mark = '`'.repeat(longest + 1);
  return ['', `${mark}${language}`, ...code.split('\n'), mark, ''];
}

/** Matches formulas, but not prices, which have a space before the second dollar sign or a digit after it. */
const formula = /(`[^`\n]*`)|(?<![\\$\w])\$(?=[^\s$])([^$\n`]{0,200}(?<=[^\s\\]))\$(?![\d$\w])/g;

/** Writes formulas between single dollar signs as code. */
export function withInlineFormulas(line: string): string {
  if (!line.includes('$')) return line;
  return line.replace(formula, (whole, code: string | undefined, text: string | undefined) =>
    code === undefined && text !== undefined && text !== '' ? `\`${text}\`` : whole,
  );
}
