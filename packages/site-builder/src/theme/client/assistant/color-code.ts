import { findFastLexer, type Tokens } from '@docwright/highlight/fast-lexers';

/** Colors code as on pages; code in a language without a lexer isn't colored. */
export function colorCode(code: string, language: string, parent: Node): void {
  const { ends, classes }: Tokens = { ends: [], classes: [] };
  findFastLexer(language)?.(code, { ends, classes }, 0);
  let start = 0;
  for (const [index, end] of ends.entries()) {
    const text = document.createTextNode(code.slice(start, end));
    start = end;
    const token = classes[index] ?? '';
    if (token === '') {
      parent.appendChild(text);
      continue;
    }
    const span = document.createElement('span');
    span.className = `tk-${token}`;
    span.append(text);
    parent.appendChild(span);
  }
  parent.appendChild(document.createTextNode(code.slice(start)));
}
