import type { ImportFormat } from './import-format.ts';

/** A part of the old site that the new site doesn't have, or has in another form. */
export interface Loss {
  /** Path in the source, relative to its folder. */
  readonly path: string;
  /** Line number, counted from 1; absent for the whole file. */
  readonly line?: number;
  readonly message: string;
}

export interface Figures {
  readonly old: number;
  /** Number of words, links and so on that the new page lacks. */
  readonly missing: number;
}

export interface Comparison {
  /** Distinct words of each page. */
  readonly words: Figures;
  readonly links: Figures;
  readonly pictures: Figures;
  readonly codeBlocks: Figures;
}

/**
 * A file of the new site: written here, or copied byte for byte. Paths are relative to the docs folder and satisfy the
 * path rule of bundles; `copyOf` is a path of the source.
 */
export type ImportedFile =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly copyOf: string };

export interface ImportedSite {
  readonly format: ImportFormat;
  readonly name: string;
  readonly pages: number;
  /** Sorted by path; `docs.json` is one of them. */
  readonly files: readonly ImportedFile[];
  /** Sorted by path and line. */
  readonly losses: readonly Loss[];
  /** Counts of old and new pages, independent of the conversion. */
  readonly comparison: Comparison;
}

/** The folder isn't a site that can be imported; the message states the reason. */
export class ImportRefused extends Error {}
