import type { FileFacts, SiteFile } from '../site-source.ts';
import { prepareFile, type PrepareContext, type PreparedFile } from './prepare-file.ts';

const maxFiles = 4_096;

/**
 * Response headers of files that are identical in several views of a version, stored once because each file's headers
 * need two kilobytes.
 */
export class SharedPrepared {
  readonly #known = new Map<string, PreparedFile>();

  prepare(file: SiteFile, facts: FileFacts, context: PrepareContext): PreparedFile {
    const { sha256 } = facts.content ?? file;
    const key = `${sha256} ${facts.gzip} ${facts.br} ${file.path}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const prepared = prepareFile(file, facts, context);
    if (this.#known.size >= maxFiles) this.#known.clear();
    this.#known.set(key, prepared);
    return prepared;
  }

  clear(): void {
    this.#known.clear();
  }
}
