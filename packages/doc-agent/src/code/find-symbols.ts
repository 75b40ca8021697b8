/**
 * A definition in source code. Definitions are found line by line, without a parser: keywords that introduce a name in
 * common languages, after modifiers that can precede them; names in Go's declaration groups; and methods without a
 * keyword, at the indentation of a class's first member. Local variables aren't found.
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
  const readMember = createMemberReader();
  for (const [index, line] of text.split('\n').entries()) {
    const clipped = line.slice(0, maxLineLength).trimEnd();
    const found = readDefinition(clipped);
    const member = readMember(clipped, found?.kind);
    const symbol = found ?? member;
    if (symbol !== undefined) symbols.push({ ...symbol, line: index + 1, text: clipped.trim() });
  }
  return symbols;
}

type Found = Pick<CodeSymbol, 'name' | 'kind'>;

/** A part of a file in which lines can define names without a keyword. */
interface Block {
  /** `method` in classes, or the keyword of a group in Go. */
  readonly kind: string;
  /** The indentation of its first line. */
  readonly outer: number;
  readonly isOpen: boolean;
  /** The indentation of its members; `undefined` before the first one. */
  readonly inner: number | undefined;
}

const classes = words('class interface record');
const maxBlocks = 20;

/** Returns a function that reads a file's lines in order and returns the kind of a line's definition. */
function createMemberReader(): (line: string, kind: string | undefined) => Found | undefined {
  const blocks: Block[] = [];
  return (line, kind) => {
    const trimmed = line.trimStart();
    if (trimmed === '' || /^(?:\/\/|\/?\*|#[ !]|@)/.test(trimmed)) return undefined;
    const indent = line.length - trimmed.length;
    let block = blocks.at(-1);
    while (block !== undefined && (block.isOpen ? indent <= block.outer : trimmed !== '{')) {
      blocks.pop();
      block = blocks.at(-1);
    }
    if (block?.isOpen === false) {
      blocks[blocks.length - 1] = { ...block, isOpen: true };
      return undefined;
    }
    const group = /^(const|var|type) \($/.exec(line)?.[1];
    if (group !== undefined) blocks.push({ kind: group, outer: 0, isOpen: true, inner: undefined });
    else if (kind !== undefined && classes.has(kind) && !/[;}]$/.test(trimmed) && blocks.length < maxBlocks)
      // In C#, the brace is on the next line.
      blocks.push({ kind: 'method', outer: indent, isOpen: trimmed.endsWith('{'), inner: undefined });
    if (block === undefined || group !== undefined) return undefined;
    const { inner = indent } = block;
    if (block.inner === undefined) blocks[blocks.indexOf(block)] = { ...block, inner };
    if (indent !== inner) return undefined;
    const name = block.kind === 'method' ? readMethod(trimmed) : /^([A-Za-z_]\w{0,99})\b/.exec(trimmed)?.[1];
    return name === undefined ? undefined : { name, kind: block.kind };
  };
}

/** Words that precede a parenthesis in a class without naming a method. */
const noMethods = words('if for while switch catch return throw new super this function');

/** Returns the last word before the parameters, after modifiers and a type. */
function readMethod(trimmed: string): string | undefined {
  const head = /^[\w$<>[\],.?*&~ ]{1,200}\(/.exec(trimmed)?.[0] ?? '';
  const name = /(?:^|[\s*&])([A-Za-z_$][\w$]{0,99})\s?(?:<[\w$<>[\],.? ]{0,100}>)?\($/.exec(head)?.[1];
  return name === undefined || noMethods.has(name) ? undefined : name;
}

function readDefinition(line: string): Found | undefined {
  const constant = /^([A-Z][A-Z0-9_]{2,99})\s{0,9}(?::[^=]{0,99})?=(?!=)/.exec(line)?.[1];
  if (constant !== undefined) return { name: constant, kind: 'constant' };
  // In Rust; elsewhere, `static` is a modifier.
  const fixed = /^\s*(?:pub(?:\([\w ]{1,40}\))? )?static (?:mut )?([A-Z][A-Z0-9_]{0,99}):/.exec(line)?.[1];
  if (fixed !== undefined) return { name: fixed, kind: 'static' };
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

/** Reads the name after a keyword. In Go, a method's receiver precedes its name: `func (c *Client) Get`. */
function readName(word: string, after: string): string | undefined {
  const rest = word === 'func' && after.startsWith('(') ? after.slice(after.indexOf(')') + 1).trimStart() : after;
  return /^[*&]?([A-Za-z_$][\w$]{0,99})/.exec(rest)?.[1];
}
