/** The sections of an index, for callers that compare them by criteria other than words. */
import { openIndex, type ReadIndexFile } from './open-index.ts';

export interface ListedSection {
  /** Name of the scope, and the number of the section in it. */
  readonly scope: string;
  readonly section: number;
  readonly title: string;
  /** `''` for the beginning of the page. */
  readonly heading: string;
  /** The beginning of the section's plain text, as results show it. */
  readonly text: string;
}

/** Lists sections in the order of the index, at most `limit`. */
export async function listSections(read: ReadIndexFile, limit: number): Promise<readonly ListedSection[]> {
  const index = await openIndex(read);
  const listed: ListedSection[] = [];
  for (const { name: scope, sectionsPerChunk, chunks } of index.manifest.scopes) {
    for (const [place, file] of chunks.entries()) {
      const { pages, sections } = await index.chunk(file);
      for (const [inChunk, [page, , heading, text]] of sections.entries()) {
        if (listed.length >= limit) return listed;
        const title = pages[page]?.[1] ?? '';
        listed.push({ scope, section: place * sectionsPerChunk + inChunk, title, heading, text });
      }
    }
  }
  return listed;
}
