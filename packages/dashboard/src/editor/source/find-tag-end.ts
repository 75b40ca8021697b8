export interface TagPart {
  readonly kind: 'JsxName' | 'JsxAttribute' | 'JsxString' | 'MdxExpression';
  readonly from: number;
  readonly to: number;
}

/**
 * Reads the tag at the start of text: `<Card title="Keys" cols={2}>`, `</Card>`, `<br />`. Returns `undefined` if the
 * text doesn't start with a complete tag.
 */
export function findTagEnd(text: string): { readonly length: number; readonly parts: readonly TagPart[] } | undefined {
  const start = /^<\/?([A-Za-z][\w.:-]*)?/.exec(text);
  if (start === null) return undefined;
  const parts: TagPart[] = [];
  const name = start[1] ?? '';
  let at = start[0].length;
  if (name !== '') parts.push({ kind: 'JsxName', from: at - name.length, to: at });
  while (at < text.length) {
    const rest = /^(?:[\s=/]+|[\w$:@.-]+)/.exec(text.slice(at, at + 200))?.[0];
    const char = text[at];
    if (char === '>') return { length: at + 1, parts };
    const to = findValueEnd(text, at);
    if (to !== undefined) {
      parts.push({ kind: char === '{' ? 'MdxExpression' : 'JsxString', from: at, to });
      at = to;
    } else if (rest !== undefined && name !== '') {
      if (/^[\w$]/.test(rest)) parts.push({ kind: 'JsxAttribute', from: at, to: at + rest.length });
      at += rest.length;
    } else return undefined;
  }
  return undefined;
}

/** Finds the end of the quoted text or of the expression that starts at `from`. */
function findValueEnd(text: string, from: number): number | undefined {
  const char = text[from];
  if (char === '{') return findBraceEnd(text, from);
  const end = char === '"' || char === "'" ? text.indexOf(char, from + 1) : -1;
  return end === -1 ? undefined : end + 1;
}

/** Finds the end of the expression in braces that starts at `from`, or `undefined` if it isn't complete. */
export function findBraceEnd(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"' || char === "'" || char === '`') {
      const end = findQuoteEnd(text, at, char);
      // An apostrophe in text isn't a quote. Only template literals span several lines.
      if (end !== -1 && (char === '`' || !text.slice(at, end).includes('\n'))) at = end;
    } else if (char === '/' && text[at + 1] === '*') {
      const end = text.indexOf('*/', at + 2);
      if (end === -1) return undefined;
      at = end + 1;
    } else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

/** Finds the closing quote of the quoted text that starts at `from`. Returns -1 if the text isn't closed. */
function findQuoteEnd(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at;
  }
  return -1;
}
