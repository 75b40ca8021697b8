import { createRequire } from 'node:module';
import type * as ReferenceMdx from '@mdx-js/mdx';
import type { EsmNode, MdNode, RootNode } from './ast.ts';
import { dedentFormulas } from './dedent-formulas.ts';
import { findNestingFault, type NestingFault } from './nesting.ts';
import { escapeSigns, findPriceSigns } from './keep-prices.ts';
import { parseMarkdownTree, parseMdxTree, type SyntaxFault } from './parse-tree.ts';
import { prepareText } from './prepare-text.ts';
import { repairSyntax } from './repair-syntax.ts';
import { escapeModuleText, separateModuleText } from './separate-module-text.ts';
import { takeWholeStatements } from './whole-statements.ts';

/** Each repair parses the page again. Text with more errors than this isn't MDX. */
const maxRepairs = 60;
/** For long text: the maximum length that all repairs together may parse. */
const maxRepairedChars = 16_000_000;
const maxPriceRounds = 4;

export interface ParsedText {
  readonly tree: RootNode;
  /** The repaired errors, in order; empty for a correct text. */
  readonly faults: readonly SyntaxFault[];
  readonly nesting: NestingFault | undefined;
  /** `mdx`, or `markdown` if the text couldn't be parsed as MDX at all. */
  readonly format: 'mdx' | 'markdown';
  /** The text that positions in the tree refer to. */
  readonly text: string;
}

export interface ParseSettings {
  /** Whether `$…$` is a formula; `undefined` to treat it as one unless it looks like prices. */
  readonly math: boolean | undefined;
}

/**
 * Parses a page's or a snippet's text. It never fails: text that isn't valid MDX is first repaired error by error,
 * then passed to the reference parser, then parsed as Markdown.
 */
export function parsePage(source: string, settings: ParseSettings): ParsedText {
  const nesting = findNestingFault(source);
  if (nesting === 'references' || nesting === 'markers') return { ...asPlainText(source), nesting };
  if (nesting !== undefined) return { ...asMarkdown(source, []), nesting };
  const text = prepareText(source);
  const math = settings.math ?? text.includes('$');
  const parsed = parseRepairing({ text, faults: [], statements: [] }, math);
  if (!math || !parsed.text.includes('$')) return parsed;
  return withoutPrices(parsed);
}

/** Text that is being parsed, with the repairs so far. */
interface Draft {
  readonly text: string;
  readonly faults: readonly SyntaxFault[];
  /** Statements removed from the text; the text after them is content. */
  readonly statements: readonly EsmNode[];
}

function withoutPrices(parsed: Draft & ParsedText): ParsedText {
  let current = parsed;
  for (let round = 0; round < maxPriceRounds; round++) {
    const signs = findPriceSigns(current.tree, current.text);
    if (signs.length === 0) return current;
    current = parseRepairing({ ...current, text: escapeSigns(current.text, signs) }, true);
  }
  return current;
}

function parseRepairing(source: Draft, math: boolean): Draft & ParsedText {
  let draft = math ? withFormulasInReach(source) : source;
  const rounds = Math.min(maxRepairs, Math.floor(maxRepairedChars / source.text.length));
  let isWhole = false;
  for (let round = 0; round <= rounds; round++) {
    const parsed = parseMdxTree(draft.text, math);
    const taken = parsed.ok || isWhole ? undefined : takeWholeStatements(draft.text);
    isWhole ||= !parsed.ok;
    if (taken !== undefined) {
      draft = { ...draft, text: taken.text, statements: [...draft.statements, ...taken.statements] };
      continue;
    }
    const next = parsed.ok ? separate(draft, parsed.tree) : repair(draft, parsed.fault);
    if (parsed.ok && (next === undefined || round === rounds)) return asPage(draft, parsed.tree);
    if (next === undefined) break;
    draft = next;
  }
  const { text, statements } = source;
  const page = parseByReference(text, draft.faults) ?? asMarkdown(text, draft.faults);
  return { ...page, statements, tree: withStatements(statements, page.tree) };
}

/**
 * Dedents formulas if the native parser misses deeply indented formulas and therefore rejects the surrounding text.
 * This isn't an error in the page.
 */
function withFormulasInReach(source: Draft): Draft {
  if (!/^[ \t]{4,}\$\$[ \t]*$/m.test(source.text) || parseMdxTree(source.text, true).ok) return source;
  const text = dedentFormulas(source.text);
  return text === undefined ? source : { ...source, text };
}

function repair({ text, faults, statements }: Draft, fault: SyntaxFault): Draft | undefined {
  const module = /closing tag/.test(fault.message) ? escapeModuleText(text) : undefined;
  if (module !== undefined) return { text: module.text, faults: [...faults, module.fault], statements };
  const repaired = repairSyntax(text, fault);
  return repaired === undefined ? undefined : { text: repaired, faults: [...faults, fault], statements };
}

function separate({ text, faults, statements }: Draft, tree: RootNode): Draft | undefined {
  const separated = separateModuleText(tree, text);
  if (separated === undefined) return undefined;
  const found = separated.statements === undefined ? [] : [separated.statements];
  const { fault } = separated;
  const known = fault === undefined ? faults : [...faults, fault];
  return { text: separated.text, faults: known, statements: [...statements, ...found] };
}

function asPage(draft: Draft, tree: RootNode): Draft & ParsedText {
  return { ...draft, tree: withStatements(draft.statements, tree), nesting: undefined, format: 'mdx' };
}

function withStatements(statements: readonly EsmNode[], tree: RootNode): RootNode {
  return statements.length === 0 ? tree : { ...tree, children: [...statements, ...tree.children] };
}

/** Uses the reference implementation for text that the native parser wrongly rejects. Loaded when needed. */
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
