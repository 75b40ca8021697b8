import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { markChanges } from './mark-changes.ts';
import type { ChangedPage } from './open-job-preview.ts';
import type { PreviewSite } from './preview-cache.ts';
import { toUrlPath } from './to-url-path.ts';

/** Number of marked places in each changed page that has both sides, by its path in the repository. */
export type ChangeCounts = ReadonlyMap<string, { readonly before: number; readonly after: number }>;

interface Sides {
  readonly before: PreviewSite;
  readonly after: PreviewSite;
}

/**
 * Marks the changes in the rendered pages of both sides. A page that was evicted and rendered again has no marks until
 * its preview is requested again.
 */
export async function markPages(pages: readonly ChangedPage[], sites: Sides): Promise<ChangeCounts> {
  const counts = new Map<string, { readonly before: number; readonly after: number }>();
  for (const page of pages) {
    const before = findFile(sites.before, page.before);
    const after = findFile(sites.after, page.after);
    if (before === undefined || after === undefined) continue;
    const marked = markChanges({ before: await readUnmarked(before), after: await readUnmarked(after) });
    await replaceFile(before, marked.before.html);
    await replaceFile(after, marked.after.html);
    counts.set(page.path, { before: marked.before.changes, after: marked.after.changes });
  }
  return counts;
}

/** Returns the path of a page's file on disk, or `undefined` if none exists. @param page path without its extension */
function findFile({ folder, routes }: PreviewSite, page: string | null): string | undefined {
  if (page === null) return undefined;
  const route = routes.find(`/${toUrlPath(page)}`);
  return route.kind === 'file' ? join(folder, route.file.path) : undefined;
}

/**
 * Returns the page as rendered, because a job's preview is requested repeatedly. The copy is created before the file is
 * marked, and never replaced, because another process with the same data folder may mark the file between two of these
 * steps.
 */
async function readUnmarked(file: string): Promise<string> {
  const original = `${file}.unmarked`;
  const known = await readFile(original, 'utf8').catch(unlessCode('ENOENT'));
  if (known !== undefined) return known;
  const copy = `${file}.${randomUUID()}`;
  await writeFile(copy, await readFile(file));
  await link(copy, original).catch(unlessCode('EEXIST'));
  await rm(copy);
  return readFile(original, 'utf8');
}

/** Returns a handler that ignores errors with this code and throws all others. */
const unlessCode = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error;
};

/** Readers of the file see either all of the old content or all of the new content. */
async function replaceFile(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, text);
  await rename(unfinished, file);
}
