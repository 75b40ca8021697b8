import {
  findForbiddenKind,
  findNewPathProblem,
  findPathProblem,
  findPluginRoots,
  findSiteFiles,
} from '@docwright/doc-agent';
import { draftFileRefused, quote } from './errors.ts';

/** Pages, and files that pages show. Programs and pipelines neither execute them nor read settings from them. */
const documentation =
  /\.(?:mdx|md|svg|png|jpe?g|gif|webp|avif|bmp|ico|woff2?|ttf|otf|eot|mp4|m4v|webm|mov|mp3|m4a|wav|ogg|css|csv|pdf)$/i;
/** Components that pages import. Elsewhere, such files can be the repository's programs. */
const snippets = /^_?snippets\/.+\.(?:[jt]sx|js)$/i;
/** Machine-readable files, which the site must refer to. */
const data = /\.(?:json|ya?ml|txt)$/i;

/** Reads the site's text without the draft; `undefined` if it doesn't exist. */
export type ReadText = (path: string) => Promise<string | null | undefined>;

/**
 * Checks whether a file can be changed in a draft. A draft is committed with the installation's credential, so its
 * authors must not be able to change programs, pipelines, or the files that decide who reviews.
 * @throws ApiError draft_file_refused
 */
export async function requireChangeable(
  path: string,
  { isNew, readText }: { readonly isNew: boolean; readonly readText: ReadText },
): Promise<void> {
  const problem = isNew ? findNewPathProblem(path) : findPathProblem(path);
  if (problem !== undefined) throw draftFileRefused(`${quote(path)} can't be used: ${problem}.`);
  const kind = findForbiddenKind(path, findPluginRoots([path]));
  if (kind !== undefined)
    throw draftFileRefused(`${quote(path)} is ${kind}, which drafts can't change. Change it with git.`);
  if (documentation.test(path) || snippets.test(path)) return;
  if (data.test(path) && (await findSiteFiles(readText)).has(path)) return;
  throw draftFileRefused(
    `${quote(path)} is not documentation: drafts contain pages, images, fonts, media, style sheets, docs.json, the API descriptions that it names, and components below snippets/. Change other files with git.`,
  );
}

/** Checks a path that is only read. @throws ApiError draft_file_refused */
export function requireReadable(path: string): void {
  const problem = findPathProblem(path);
  if (problem !== undefined) throw draftFileRefused(`${quote(path)} can't be used: ${problem}.`);
}
