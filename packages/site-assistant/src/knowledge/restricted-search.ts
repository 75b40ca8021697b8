import { parseJson } from '@docwright/bundle';
import type { ReadIndexFile, SearchAnswer, SearchHit } from '@docwright/site-search';
import { SiteError, type SiteSource } from '@docwright/site-server';
import { readSourceFile } from './source-files.ts';

/** Lists the indexes that a reader may search in addition to the public one: `{"indexes":[{"manifest":"…"}]}`. */
const listPath = '_docwright/search/restricted.json';
const indexFolder = '_docwright/search/';

/**
 * Opens the indexes of a view of the site: its list names only those that the readers of the view may use.
 * @throws SiteError `version-damaged`
 */
export async function openRestrictedIndexes(source: SiteSource): Promise<readonly ReadIndexFile[]> {
  const bytes = await readSourceFile(source, listPath);
  if (bytes === undefined) return [];
  return parseList(bytes).map((manifest) => {
    const folder = manifest.slice(0, manifest.lastIndexOf('/') + 1);
    // The engine requests `index.json` first; other files have their own names, next to the manifest.
    return async (name) => {
      const path = name === 'index.json' ? manifest : `${folder}${name}`;
      const file = await readSourceFile(source, path);
      if (file === undefined) throw new SiteError('version-damaged', 'a search index for some readers is incomplete');
      return file;
    };
  });
}

function parseList(bytes: Uint8Array): readonly string[] {
  const damaged = (): never => {
    throw new SiteError('version-damaged', 'the list of search indexes for some readers is invalid');
  };
  let value: unknown;
  try {
    value = parseJson(bytes);
  } catch {
    return damaged();
  }
  const { indexes } = Object(value) as { readonly indexes?: unknown };
  if (!Array.isArray(indexes)) return damaged();
  return indexes.map((index: unknown) => {
    const { manifest } = Object(index) as { readonly manifest?: unknown };
    return typeof manifest === 'string' && manifest.startsWith(indexFolder) ? manifest : damaged();
  });
}

/** Merges hits, best first, each address once. A spelling is suggested only if every index suggests one. */
export function mergeAnswers(answers: readonly SearchAnswer[]): SearchAnswer {
  const [only, ...others] = answers;
  if (only !== undefined && others.length === 0) return only;
  const seen = new Set<string>();
  const hits: SearchHit[] = [];
  for (const hit of answers.flatMap((answer) => answer.hits).toSorted((a, b) => b.score - a.score)) {
    const address = `${hit.path}#${hit.anchor}`;
    if (seen.has(address)) continue;
    seen.add(address);
    hits.push(hit);
  }
  const didYouMean = answers.every((answer) => answer.didYouMean !== undefined) ? answers[0]?.didYouMean : undefined;
  return { hits, ...(didYouMean !== undefined && { didYouMean }) };
}
