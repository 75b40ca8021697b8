import { createRequire } from 'node:module';
import type * as ReferenceMdx from '@mdx-js/mdx';
import type { MdNode, RootNode } from './ast.ts';
import { findNestingFault, type NestingFault } from './nesting.ts';
import { escapeSigns, findPriceSigns } from './keep-prices.ts';
import { parseMarkdownTree, parseMdxTree, type SyntaxFault } from './parse-tree.ts';
import { prepareText } from './prepare-text.ts';
import { repairSyntax } from './repair-syntax.ts';

/** Each repair parses the page again; a text with more faults than this is not MDX. */
const maxRepairs = 60;
/** The same for a long text, of which all repairs together parse no more than this. */
const maxRepairedChars = 16_000_000;
const maxPriceRounds = 4;

export interface ParsedText {
  readonly tree: RootNode;
  /** What was wrong, in the order of the repairs; empty for a correct text. */
  readonly faults: readonly SyntaxFault[];
  readonly nesting: NestingFault | undefined;
  /** `mdx`, or `markdown` where the text could not be read as MDX at all. */
  readonly format: 'mdx' | 'markdown';
  /** The text that positions in the tree refer to. */
  readonly text: string;
}

export interface ParseSettings {
  /** `undefined`: `$…$` is a formula unless it looks like prices. */
  readonly math: boolean | undefined;
}

/**
 * Parses the text of a page or a snippet. It never fails: text that is no MDX is repaired fault by fault, then given to the
 * reference parser, then read as Markdown.
 */
export function parsePage(source: string, settings: ParseSettings): ParsedText {
  const nesting = findNestingFault(source);
  if (nesting === 'references' || nesting === 'markers') return { ...asPlainText(source), nesting };
  if (nesting !== undefined) return { ...asMarkdown(source, []), nesting };
  const text = prepareText(source);
  const math = settings.math ?? text.includes('$');
  const parsed = parseRepairing(text, math);
  if (!math || !parsed.text.includes('$')) return parsed;
  return withoutPrices(parsed);
}

function withoutPrices(parsed: ParsedText): ParsedText {
  let current = parsed;
  for (let round = 0; round < maxPriceRounds; round++) {
    const signs = findPriceSigns(current.tree, current.text);
    if (signs.length === 0) return current;
    const again = parseRepairing(escapeSigns(current.text, signs), true);
    current = { ...again, faults: [...current.faults, ...again.faults] };
  }
  return current;
}

function parseRepairing(source: string, math: boolean): ParsedText {
  const faults: SyntaxFault[] = [];
  let text = source;
  const rounds = Math.min(maxRepairs, Math.floor(maxRepairedChars / source.length));
  for (let round = 0; round <= rounds; round++) {
    const parsed = parseMdxTree(text, math);
    if (parsed.ok) return { tree: parsed.tree, faults, nesting: undefined, format: 'mdx', text };
    faults.push(parsed.fault);
    const repaired = repairSyntax(text, parsed.fault);
    if (repaired === undefined) break;
    text = repaired;
  }
  return parseByReference(source, faults) ?? asMarkdown(source, faults);
}

/** The reference implementation, for a text that the native parser refuses for a fault of its own. Loaded when needed. */
function parseByReference(text: string, faults: readonly SyntaxFault[]): ParsedText | undefined {
  try {
    const { createProcessor } = createRequire(import.meta.url)('@mdx-js/mdx') as typeof ReferenceMdx;
    const tree = createProcessor({ format: 'mdx' }).parse(text) as unknown as RootNode;
    return { tree, faults, nesting: undefined, format: 'mdx', text };
  } catch {
    return undefined;
  }
}

function asMarkdown(text: string, faults: readonly SyntaxFault[]): ParsedText {
  try {
    return { tree: parseMarkdownTree(text, false), faults, nesting: undefined, format: 'markdown', text };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ...asPlainText(text), faults: [...faults, { message, line: 1, column: 1 }] };
  }
}

function asPlainText(text: string): ParsedText {
  const children = text
    .split(/\n\s*\n/)
    .map((value): MdNode => ({ type: 'paragraph', children: [{ type: 'text', value }] }));
  return { tree: { type: 'root', children }, faults: [], nesting: undefined, format: 'markdown', text };
}
