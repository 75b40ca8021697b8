/**
 * Indents the continuation lines of quoted text that aren't indented more than their key. YAML forbids such lines, but
 * most parsers accept them, so authors write them. Indenting changes neither values nor line numbers. Used for text
 * that isn't valid YAML as written.
 */
export function indentQuoted(yaml: string): string {
  const lines = yaml.split('\n');
  /** Indentation of the key of the current block scalar (`|`, `>`). */
  let block: number | undefined;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const indent = indentOf(line);
    if (block !== undefined && (line.trim() === '' || indent > block)) continue;
    block = undefined;
    if (/[:-]\s+[|>][+\-\d]*\s*(?:#.*)?$/.test(line)) {
      block = indent;
      continue;
    }
    const opened = openedQuote(line);
    if (opened === undefined) continue;
    for (let isOpen = true; isOpen && index + 1 < lines.length;) {
      const next = lines[++index] ?? '';
      isOpen = findEnd(next, opened.quote) === -1;
      if (next.trim() !== '' && indentOf(next) <= opened.column)
        lines[index] = ' '.repeat(opened.column + 1) + next.trimStart();
    }
  }
  return lines.join('\n');
}

/** Finds a quote that is opened but not closed in a value of the line, with the column of its key. */
function openedQuote(line: string): { readonly quote: string; readonly column: number } | undefined {
  const match = /^(\s*(?:-\s+)*)(?:(?:"[^"]*"|'[^']*'|[^\s"'#{[][^"'#]*?)\s*:\s+)?(["'])(.*)$/.exec(line);
  if (match === null) return undefined;
  const [, lead = '', quote = '', rest = ''] = match;
  return findEnd(rest, quote) === -1 ? { quote, column: lead.length } : undefined;
}

/** Returns the end of quoted text; -1 if it continues. */
function findEnd(text: string, quote: string): number {
  for (let at = 0; at < text.length; at++) {
    if (quote === '"' && text[at] === '\\') at++;
    else if (text[at] === quote) {
      if (quote !== "'" || text[at + 1] !== "'") return at;
      at++;
    }
  }
  return -1;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
