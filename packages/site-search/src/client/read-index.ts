import type { Language } from '../engine/language.ts';
import type { ReadIndexFile } from '../engine/open-index.ts';

/**
 * Returns a reader for the index in `folder`. Each file is fetched once per page view; the browser caches files between
 * pages.
 */
export function createReader(folder: URL): ReadIndexFile {
  const files = new Map<string, Promise<Uint8Array>>();
  const load = async (name: string) => {
    const response = await fetch(new URL(name, folder));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  return (name) => {
    const file = files.get(name) ?? load(name);
    files.set(name, file);
    file.catch(() => files.delete(name));
    return file;
  };
}

interface LanguageModule extends Omit<Language, 'stem'> {
  readonly stemmer: Language['stem'];
}

/** Loads the data for a language from the script that the index names. */
export async function loadLanguage(folder: URL, file: string | undefined): Promise<Language | undefined> {
  if (file === undefined) return undefined;
  const { stemmer, stopWords, synonyms } = (await import(new URL(file, folder).href)) as LanguageModule;
  return { stem: stemmer, stopWords, synonyms };
}
