import { Type } from 'typebox';
import { adoptLineEnds } from '../edit/apply-edit.ts';
import { ToolError } from '../errors.ts';
import { findLinks } from '../links/find-links.ts';
import { decodePart, resolveTarget, splitTarget } from '../links/resolve-link.ts';
import { isPageFile } from '../paths/page-index.ts';
import { isAnchorOf, letters } from '../sections/match-anchor.ts';
import { findSections, toPlainHeading, type Section } from '../sections/find-sections.ts';
import { trimEndOf } from '../text/trim-end.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { describeParse } from './describe-parse.ts';
import { movedFrom } from './edit-file.ts';
import { createPageFinder } from './find-linked-page.ts';
import { requirePage, requireWritable } from './locate-file.ts';
import { defineTool, oneOf } from './tool.ts';
import { countOf } from '../text/count-of.ts';

const maxHeading = 300;

/**
 * Changes a section of a page by its heading.
 *
 * 1. Exactly one heading must match: by its words as readers see them, ignoring case.
 * 2. Links stay valid: a linked section keeps its anchor when it is renamed, and isn't removed.
 */
export const sectionTool = defineTool({
  name: 'section',
  description:
    'Changes a section of a page by its heading. `rename`: `text` is the new heading; if links refer to the section, the heading keeps its anchor as `{#id}`. `remove`: removes the heading and everything under it, unless other pages link to it; the answer lists them. `append`: adds `text` at the end of the section, before its subsections.',
  input: Type.Object({
    op: oneOf(['rename', 'remove', 'append']),
    path: Type.String({ maxLength: 500 }),
    heading: Type.String({ maxLength: maxHeading }),
    text: Type.Optional(Type.String()),
  }),
  async run({ op, path: written, heading, text = '' }, context) {
    const { workspace } = context;
    const path = await requirePage(workspace, written);
    await requireWritable(workspace, path, 'content');
    const before = await workspace.requireText(path);
    const sections = findSections(before);
    const section = requireSection(sections, { path, heading });
    const after =
      op === 'rename'
        ? renameIn(before, section, { name: text, anchor: await findAnchor(workspace, path, section) })
        : op === 'append'
          ? appendTo(before, section, text)
          : await removeFrom(workspace, { path, text: before, sections, section });
    if (after === before) throw new ToolError('no_change', `the section is already like this`);
    await workspace.apply([
      { path, entry: { kind: 'write', content: after, ...movedFrom(workspace.overlay.get(path)) } },
    ]);
    return { path, line: section.line, parse: await describeParse(context, path, after) };
  },
});

function requireSection(
  sections: readonly Section[],
  { path, heading }: { readonly path: string; readonly heading: string },
): Section {
  const wanted = toPlainHeading(heading.replace(/^#{1,6}\s+/, '')).toLowerCase();
  const found = sections.filter((section) => section.heading.toLowerCase() === wanted);
  const [only] = found;
  if (only === undefined) {
    const headings = sections.slice(0, 50).map((section) => section.heading);
    throw new ToolError('not_found', `"${path}" has no section "${heading}"`, { headings });
  }
  if (found.length === 1) return only;
  const lines = found.map(({ line }) => line);
  throw new ToolError(
    'ambiguous',
    `"${path}" has ${countOf(found.length, 'section')} "${heading}", in lines ${lines.join(', ')}`,
    {
      lines,
    },
  );
}

function renameIn(
  text: string,
  { heading, id, text: span }: Section,
  { name, anchor }: { readonly name: string; readonly anchor: string | undefined },
): string {
  const words = name.trim();
  if (words === '' || words.length > maxHeading || /[\r\n]|\{#|^#/.test(words)) {
    const message = `a heading is one line of at most ${maxHeading} characters, without "#" before it or "{#id}" after it`;
    throw new ToolError('invalid_input', `"${words.slice(0, 80)}" can't be a heading: ${message}`);
  }
  const isSame = letters(toPlainHeading(words)) === letters(heading);
  const kept = id === undefined && anchor !== undefined && !isSame ? ` {#${anchor}}` : '';
  return text.slice(0, span.start) + words + kept + text.slice(span.end);
}

/** Appends a separate block with the heading's indentation. */
function appendTo(text: string, { start, bodyStart, ownEnd }: Section, addition: string): string {
  if (addition.trim() === '') throw new ToolError('invalid_input', '`text` is empty; pass the text to add');
  const indent = /^[ \t]*/.exec(text.slice(start, start + 200))?.[0] ?? '';
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const block = addition
    .trim()
    .replaceAll('\r\n', '\n')
    .replaceAll(/^(?=.)/gm, indent);
  const own = text.slice(bodyStart, ownEnd);
  const kept = trimEndOf(own, ' \t\r\n');
  const rest = text.slice(ownEnd);
  const lead = text.slice(0, bodyStart) + (text.slice(0, bodyStart).endsWith('\n') ? '' : newline);
  const gap = kept === '' ? newline : newline + newline;
  const behind = rest === '' || /^[ \t]*<\//.test(rest) ? newline : newline + newline;
  return `${lead}${kept}${gap}${adoptLineEnds(text, block)}${behind}${rest}`;
}

interface Removal {
  readonly path: string;
  readonly text: string;
  readonly sections: readonly Section[];
  readonly section: Section;
}

async function removeFrom(workspace: Workspace, { path, text, sections, section }: Removal): Promise<string> {
  const removed = sections.filter(({ start }) => start >= section.start && start < section.end);
  const linking = new Set<string>();
  await eachLink(workspace, path, (from, fragment, at) => {
    const isInside = from === path && at >= section.start && at < section.end;
    if (!isInside && removed.some((each) => isAnchorOf(each, fragment))) linking.add(from);
  });
  if (linking.size > 0)
    throw new ToolError(
      'linked',
      `${countOf(linking.size, 'file links', 'files link')} to the section; change these links first`,
      {
        files: [...linking].slice(0, 50),
      },
    );
  const rest = text.slice(section.end);
  const head = text.slice(0, section.start);
  return rest.trim() === '' ? `${trimEndOf(head, ' \t\r\n')}${text.includes('\r\n') ? '\r\n' : '\n'}` : head + rest;
}

/** The fragment used by links to a section, or `undefined` if no link targets it. */
async function findAnchor(workspace: Workspace, path: string, section: Section): Promise<string | undefined> {
  let found: string | undefined;
  await eachLink(workspace, path, (_from, fragment) => {
    if (isAnchorOf(section, fragment) && /^[^{}<>"`\s]+$/.test(fragment)) found ??= fragment;
  });
  return found;
}

/** Visits every link in pages and snippets that targets an anchor of a page. */
async function eachLink(
  workspace: Workspace,
  target: string,
  visit: (from: string, fragment: string, at: number) => void,
): Promise<void> {
  const paths = await workspace.paths();
  const findPage = await createPageFinder(workspace);
  const mayLink = paths.filter((path) => isPageFile(path) || /\.[jt]sx$/i.test(path));
  for (const [path, text] of await workspace.texts(mayLink)) {
    if (!text.includes('#')) continue;
    for (const link of findLinks(path, text)) {
      const hash = link.target.indexOf('#');
      if (hash === -1) continue;
      const resolved = splitTarget(link.target).path === '' ? path : resolveTarget(path, link.target);
      if (resolved === undefined || findPage(resolved) !== target) continue;
      visit(path, decodePart(link.target.slice(hash + 1)), link.start);
    }
  }
}
