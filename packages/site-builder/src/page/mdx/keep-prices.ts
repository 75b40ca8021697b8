import { childrenOf, type MdNode, type RootNode } from './ast.ts';

/**
 * Dollar signs that were mistaken for formula delimiters: the opening sign is followed by a space, the closing sign
 * follows a space or is followed by a digit (`$500-$1,500`), or the text between them consists of words between two
 * amounts. The rule is pandoc's, with additions for amounts, for variables of templates (`${name}`) and parameters of
 * SQL (`$1`).
 *
 * Returns the offsets of the signs, in order.
 */
export function findPriceSigns(tree: RootNode, text: string): number[] {
  const signs: number[] = [];
  const pending: MdNode[] = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'inlineMath') {
      const start = node.position?.start.offset;
      const end = node.position?.end.offset;
      if (start === undefined || end === undefined) continue;
      if (text.startsWith('$$', start)) {
        // A formula contains no other dollar sign: `$$ and ${PID} $$`.
        if (/(?<!\\)\$/.test(text.slice(start + 2, end - 2))) signs.push(start, start + 1, end - 2, end - 1);
      } else if (!isFormula(text, start, end)) signs.push(start, ...(text[end - 2] === '\\' ? [] : [end - 1]));
    } else pending.push(...childrenOf(node));
  }
  return signs.sort((a, b) => a - b);
}

function isFormula(text: string, start: number, end: number): boolean {
  const inside = text.slice(start + 1, end - 1);
  if (/^\s|\s$/.test(inside) || /^\d/.test(text.slice(end, end + 1))) return false;
  // `${name}` is a template variable, and a formula never spans a tag.
  if (/^\\?\{/.test(text.slice(end, end + 2)) || /<\/?[A-Za-z][^<>]*>/.test(inside)) return false;
  // `$HOME/bin:$PATH`: the second sign begins the next name. `$n$th` contains a formula.
  if (/^[A-Za-z_]/.test(text.slice(end, end + 1)) && /\W/.test(inside) && !/[\\^={}]/.test(inside)) return false;
  // The parser mistakes an escaped sign for the end, and TeX never ends with a backslash.
  if (inside.endsWith('\\')) return false;
  // `${{ secrets.NAME }}` is a variable of another tool.
  if (/^\\\{\\\{\s*[\w.-]+\s*\\\}\\\}/.test(inside)) return false;
  // Two dollar signs with a code span between them aren't TeX. A quotation mark appears only in a formula's text.
  if (inside.includes('`') || (inside.includes('"') && !/\\[A-Za-z]/.test(inside))) return false;
  // `$10/month and up to $`: an amount and words, without anything that only TeX writes.
  return !(/^\d/.test(inside) && /[a-z]{3}/i.test(inside) && !/[\\^_=]/.test(inside)) && !/\n\s*\n/.test(inside);
}

/** Escapes the given dollar signs. */
export function escapeSigns(text: string, offsets: readonly number[]): string {
  let result = '';
  let last = 0;
  for (const offset of offsets) {
    result += `${text.slice(last, offset)}\\`;
    last = offset;
  }
  return result + text.slice(last);
}
