/**
 * Finds definitions in source code line by line, without a parser: keywords that introduce a name in common languages,
 * after modifiers that can precede them. Local variables, and methods without a keyword, aren't found.
 */
export interface CodeSymbol {
  readonly name: string;
  /** The keyword: `function`, `class`, `def`, … */
  readonly kind: string;
  /** 1-based. */
  readonly line: number;
  /** The line, clipped. */
  readonly text: string;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const keywords = words(
  'function class interface type enum namespace const let var def fn func fun struct trait union mod module object record protocol actor macro_rules message service rpc procedure sub package',
);
/** These keywords also declare local names, so they count only in the first column. */
const values = words('const let var type');
const modifiers = words(
  'export default declare abstract async await pub public private protected internal static final sealed open override unsafe extern inline data readonly companion partial virtual const expect actual suspend tailrec operator infix',
);
const maxLineLength = 400;
const maxModifiers = 8;

export function findSymbols(text: string): CodeSymbol[] {
  const symbols: CodeSymbol[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const found = readDefinition(line.slice(0, maxLineLength));
    if (found !== undefined) symbols.push({ ...found, line: index + 1, text: line.trim().slice(0, maxLineLength) });
  }
  return symbols;
}

function readDefinition(line: string): Pick<CodeSymbol, 'name' | 'kind'> | undefined {
  const constant = /^([A-Z][A-Z0-9_]{2,99})\s{0,9}(?::[^=]{0,99})?=(?!=)/.exec(line)?.[1];
  if (constant !== undefined) return { name: constant, kind: 'constant' };
  const isTopLevel = /^\S/.test(line);
  let rest = line.trimStart();
  for (let count = 0; count <= maxModifiers; count++) {
    // A visibility modifier can have a scope: `pub(crate)`.
    const [whole = '', word = ''] = /^([A-Za-z_]\w{0,40})[!*]?(?:\([\w ]{1,40}\))?\s{1,9}/.exec(rest) ?? [];
    if (whole === '') return undefined;
    const after = rest.slice(whole.length);
    const name = keywords.has(word) ? readName(word, after) : undefined;
    const isModifier = modifiers.has(word);
    if (name !== undefined && !(isModifier && keywords.has(name)))
      return isTopLevel || !values.has(word) ? { name, kind: word } : undefined;
    if (!isModifier) return undefined;
    rest = after;
  }
  return undefined;
}

/** In Go, a method's receiver precedes its name: `func (c *Client) Get`. */
function readName(word: string, after: string): string | undefined {
  const rest = word === 'func' && after.startsWith('(') ? after.slice(after.indexOf(')') + 1).trimStart() : after;
  return /^[*&]?([A-Za-z_$][\w$]{0,99})/.exec(rest)?.[1];
}
