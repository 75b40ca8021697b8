import { posix } from 'node:path';
import { decodeText } from '../../text/decode-text.ts';
import type { JsonObject } from '../../text/json-object.ts';
import { parsePage, type ParsedText, type ParseSettings } from '../mdx/parse-page.ts';
import { readFrontmatter } from '../../text/read-frontmatter.ts';
import type { SiteSource } from '../../source/site-source.ts';
import { parseModuleFile, type ModuleFile } from './parse-module-file.ts';

/** A page or an `.mdx`/`.md` snippet, read and parsed. */
export interface TextFile {
  readonly kind: 'text';
  readonly path: string;
  readonly frontmatter: JsonObject;
  readonly frontmatterProblem: { readonly message: string; readonly line: number } | undefined;
  /** Behind the frontmatter. */
  readonly body: string;
  readonly parsed: ParsedText;
  readonly invalidUtf8: boolean;
}

export interface DataFile {
  readonly kind: 'data';
  readonly path: string;
  readonly text: string;
}

export type ImportedFile = TextFile | ModuleFile | DataFile;

export interface SnippetStoreOptions {
  readonly source: SiteSource;
  readonly parse: ParseSettings;
  readonly maxFileBytes: number;
}

/** Files that pages import, each read and parsed once for a build. */
export class SnippetStore {
  readonly #options: SnippetStoreOptions;
  readonly #files = new Map<string, ImportedFile | undefined>();

  constructor(options: SnippetStoreOptions) {
    this.#options = options;
  }

  /** A text file, parsed; undefined when there is none or it is larger than the limit. Not kept: pages are read once. */
  readText(path: string): TextFile | undefined {
    const bytes = this.#options.source.read(path);
    if (bytes === undefined || bytes.byteLength > this.#options.maxFileBytes) return undefined;
    const { text, invalid } = decodeText(bytes);
    const { fields, body, problem } = readFrontmatter(text);
    return {
      kind: 'text',
      path,
      frontmatter: fields,
      frontmatterProblem: problem,
      body,
      parsed: parsePage(body, this.#options.parse),
      invalidUtf8: invalid,
    };
  }

  load(path: string): ImportedFile | undefined {
    if (this.#files.has(path)) return this.#files.get(path);
    const file = this.#read(path);
    this.#files.set(path, file);
    return file;
  }

  /** The text of a file as it is; undefined when there is none or it is larger than the limit. */
  readRaw(path: string): string | undefined {
    const bytes = this.#options.source.read(path);
    return bytes === undefined || bytes.byteLength > this.#options.maxFileBytes ? undefined : decodeText(bytes).text;
  }

  #read(path: string): ImportedFile | undefined {
    if (/\.mdx?$/i.test(path)) return this.readText(path);
    const bytes = this.#options.source.read(path);
    if (bytes === undefined || bytes.byteLength > this.#options.maxFileBytes) return undefined;
    const { text } = decodeText(bytes);
    if (/\.json$/i.test(path)) return { kind: 'data', path, text };
    return parseModuleFile(path, text);
  }

  /** The file that `import … from 'specifier'` in `from` means, tried with and without its extension. */
  findImport(specifier: string, from: string): string | undefined {
    const base = specifier.startsWith('.')
      ? posix.join(posix.dirname(from), specifier)
      : specifier.replace(/^(?:@\/|~\/|\/)/, '');
    return this.#findFile([
      base,
      ...(specifier.startsWith('.')
        ? [specifier.replace(/^(?:\.\.?\/)+/, '')]
        : [posix.join(posix.dirname(from), specifier)]),
    ]);
  }

  /** The file of the legacy `<Snippet file="…" />`. */
  findLegacy(file: string): string | undefined {
    const name = file.replace(/^\.?\//, '');
    return this.#findFile([`_snippets/${name}`, `snippets/${name}`, name]);
  }

  #findFile(paths: readonly string[]): string | undefined {
    for (const path of paths) {
      if (path.startsWith('../')) continue;
      for (const extension of [
        '',
        '.mdx',
        '.md',
        '.jsx',
        '.tsx',
        '.js',
        '.ts',
        '/index.jsx',
        '/index.tsx',
        '/index.mdx',
      ]) {
        if (this.#options.source.has(path + extension)) return path + extension;
      }
    }
    return undefined;
  }
}
