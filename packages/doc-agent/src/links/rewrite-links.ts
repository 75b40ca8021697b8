import { applyTextEdits } from '../text/edit-text.ts';
import type { TextEdit } from '../text/edit-text.ts';
import { dirname } from '../paths/join-path.ts';
import { findLinks } from './find-links.ts';
import { resolveTarget, splitTarget } from './resolve-link.ts';
import { toLinkPath } from '../paths/page-index.ts';
import type { PageIndex } from '../paths/page-index.ts';

/** Retargets the links of one file from `from` to `to`, in the form in which they were written. */
export function retargetLinks(
  file: { path: string; text: string },
  move: { from: string; to: string },
  pages: PageIndex,
): string {
  const edits: TextEdit[] = [];
  for (const link of findLinks(file.path, file.text)) {
    const resolved = resolveTarget(file.path, link.target);
    if (resolved === undefined || pages.find(resolved) !== move.from) continue;
    edits.push({ start: link.start, end: link.end, text: writeTarget(link.target, file.path, move.to) });
  }
  return edits.length === 0 ? file.text : applyTextEdits(file.text, edits);
}

/** Rewrites the relative links of a page that moves to another folder, so that their targets stay the same. */
export function rebaseLinks(text: string, move: { from: string; to: string }): string {
  if (dirname(move.from) === dirname(move.to)) return text;
  const edits: TextEdit[] = [];
  for (const link of findLinks(move.from, text)) {
    // A bare `react` in an import is a package; `foo` in a link is relative.
    if (link.kind === 'import' && !link.target.startsWith('.')) continue;
    const rebased = rebaseTarget(link.target, move);
    if (rebased !== undefined) edits.push({ start: link.start, end: link.end, text: rebased });
  }
  return edits.length === 0 ? text : applyTextEdits(text, edits);
}

/** A relative target, rewritten for a page that moves to another folder, or `undefined` for any other target. */
export function rebaseTarget(target: string, move: { from: string; to: string }): string | undefined {
  const resolved = target.startsWith('/') ? undefined : resolveTarget(move.from, target);
  return resolved === undefined ? undefined : writeTarget(target, move.to, resolved);
}

/**
 * Returns `to` (a file path) as a link on the page `onPage`, in the form of `written`: absolute or relative, with or
 * without extension.
 */
export function writeTarget(written: string, onPage: string, to: string): string {
  const { path, suffix } = splitTarget(written);
  const hasExtension = /\.mdx?$/i.test(path);
  const slash = path.length > 1 && path.endsWith('/') ? '/' : '';
  const wanted = hasExtension || !/\.mdx?$/i.test(to) ? to : shortIndex(toLinkPath(to), path);
  const encoded = path.includes('%') ? encodeURI(wanted) : wanted;
  if (path.startsWith('/')) return `/${encoded}${encoded === '' ? '' : slash}${suffix}`;
  return `${relativePath(dirname(onPage), encoded, path.startsWith('./'))}${slash}${suffix}`;
}

/** Shortens `guides/index` to `guides`, unless the old link ended with `index` or `README`. */
function shortIndex(path: string, written: string): string {
  const wroteIndex = /(?:^|\/)(?:index|README)$/i.test(written);
  return !wroteIndex && /(?:^|\/)index$/.test(path) ? path.replace(/\/?index$/, '') : path;
}

function relativePath(folder: string, to: string, dotted: boolean): string {
  const from = folder === '' ? [] : folder.split('/');
  const segments = to.split('/');
  let shared = 0;
  while (shared < from.length && shared < segments.length - 1 && from[shared] === segments[shared]) shared++;
  const up = from.length - shared;
  const rest = segments.slice(shared).join('/');
  if (up > 0) return `${'../'.repeat(up)}${rest}`;
  return dotted ? `./${rest}` : rest;
}
