/**
 * Opens and saves every page of a folder of docs repositories, and counts the pages and lines that change:
 *
 * - with the document of our editor (CodeMirror), and
 * - with the syntax tree and serializer of remark and MDX, the basis of visual editors that don't keep the text. This
 *   measures their serializer, not a whole editor, and is its best case: frontmatter isn't changed, and tables are read
 *   as text.
 *
 * It also counts the lines that visual mode shows as source.
 *
 * node bench/editor/compare-round-trips.ts <folder of docs repositories>
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { mdxFromMarkdown, mdxToMarkdown } from 'mdast-util-mdx';
import { toMarkdown } from 'mdast-util-to-markdown';
import { mdxjs } from 'micromark-extension-mdxjs';
import { mdxLanguage } from '../../packages/dashboard/src/editor/source/mdx-language.ts';
import { readFormat, toContent, toEditedText } from '../../packages/doc-agent/src/text/text-format.ts';
import { findBlocks } from '../../packages/dashboard/src/editor/visual/find-blocks.ts';

const PARSE_MS = 60_000;
const folder = process.argv[2] ?? process.env['DOCWRIGHT_CORPUS'] ?? '';
if (folder === '') throw new Error('usage: compare-round-trips.ts <folder of docs repositories>');

const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.mdx?$/i.test(path) && !/(?:^|\/)(?:\.git|node_modules)\//.test(path))
  .map((path) => join(folder, path));

interface Result {
  changedPages: number;
  changedLines: number;
  failures: number;
}
const ours: Result = { changedPages: 0, changedLines: 0, failures: 0 };
const trees: Result = { changedPages: 0, changedLines: 0, failures: 0 };
const total = { pages: 0, lines: 0, sourceLines: 0, pagesWithSource: 0, components: 0, customTags: 0, findMs: 0 };

for (const path of pages) {
  const bytes = readFileSync(path);
  const text = bytes.toString('utf8');
  // The editor doesn't open files as text if they aren't UTF-8.
  if (!Buffer.from(text).equals(bytes)) continue;
  total.pages += 1;
  total.lines += text.split('\n').length;
  const document = openAndSave(text);
  count(ours, text, document.saved);
  countBlocks(document.state);
  try {
    count(trees, text, serialize(text));
  } catch {
    trees.failures += 1;
  }
}

const share = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)}%`;
const report = (name: string, { changedPages, changedLines, failures }: Result): void =>
  console.log(
    `${name}: ${changedPages} of ${total.pages} pages changed (${share(changedPages, total.pages)}), ${changedLines} lines; ${failures} pages can't be read`,
  );
report('our document', ours);
report('remark and MDX', trees);
console.log(
  `visual mode: ${share(total.lines - total.sourceLines, total.lines)} of ${total.lines} lines are edited visually; ${total.pagesWithSource} pages have lines of source; ${total.components} known components, ${total.customTags} other tags and expressions; ${(total.findMs / Math.max(1, total.pages)).toFixed(1)} ms to read a page`,
);

function openAndSave(text: string): { readonly state: EditorState; readonly saved: string } {
  const format = readFormat(text);
  const separator = format.lineEnding === 'mixed' ? [EditorState.lineSeparator.of('\n')] : [];
  const state = EditorState.create({
    doc: toEditedText(text, format),
    extensions: [mdxLanguage(undefined), ...separator],
  });
  return { state, saved: toContent(state.doc.toString(), format) };
}

function serialize(text: string): string {
  const head = /^\uFEFF?---\r?\n[\s\S]*?\n---[ \t]*\r?\n/.exec(text)?.[0] ?? '';
  const tree = fromMarkdown(text.slice(head.length), {
    extensions: [mdxjs()],
    mdastExtensions: [mdxFromMarkdown()],
  });
  const lead = /^\s*/.exec(text.slice(head.length))?.[0] ?? '';
  return head + lead + toMarkdown(tree, { extensions: [mdxToMarkdown()], bullet: '-', rule: '-' });
}

function count(result: Result, before: string, after: string): void {
  if (before === after) return;
  result.changedPages += 1;
  const left = new Map<string, number>();
  for (const line of after.split('\n')) left.set(line, (left.get(line) ?? 0) + 1);
  for (const line of before.split('\n')) {
    const found = left.get(line) ?? 0;
    if (found === 0) result.changedLines += 1;
    else left.set(line, found - 1);
  }
}

function countBlocks(state: EditorState): void {
  const start = performance.now();
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS);
  if (tree === null) throw new Error('a page is too large to read');
  const { components, source } = findBlocks(tree, state.doc);
  total.findMs += performance.now() - start;
  const lines = new Set<number>();
  for (const { from, to } of source)
    for (let at = state.doc.lineAt(from).number; at <= state.doc.lineAt(to).number; at += 1) lines.add(at);
  total.sourceLines += lines.size;
  if (lines.size > 0) total.pagesWithSource += 1;
  total.components += components.length;
  total.customTags += source.length;
}
