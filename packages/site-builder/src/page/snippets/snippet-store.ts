import { posix } from 'node:path';
import { decodeText } from '../../text/decode-text.ts';
import type { JsonObject } from '../../text/json-object.ts';
import { parsePage, type ParsedText, type ParseSettings } from '../mdx/parse-page.ts';
import { readFrontmatter } from '../../text/read-frontmatter.ts';
import { isLfsPointer } from '../../source/lfs-pointer.ts';
import type { SiteSource } from '../../source/site-source.ts';
import { parseModuleFile, type ModuleFile } from './parse-module-file.ts';

/** A page or an `.mdx`/`.md` snippet, read and parsed. */
export interface TextFile {
  readonly kind: 'text';
  readonly path: string;
  readonly frontmatter: JsonObject;
  readonly frontmatterProblem: { readonly message: string; readonly line: number } | undefined;
  /** Text after the frontmatter. */
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

/** Files that pages import, each read and parsed once per build. */
export class SnippetStore {
  readonly #options: SnippetStoreOptions;
  readonly #files = new Map<string, ImportedFile | undefined>();

  constructor(options: SnippetStoreOptions) {
    this.#options = options;
  }

  load(path: string): ImportedFile | undefined {
    if (this.#files.has(path)) return this.#files.get(path);
    const file = this.#read(path);
    this.#files.set(path, file);
    return file;
  }

  /** A file's unchanged text, or `undefined` if the file doesn't exist or can't be used. */
  readRaw(path: string): string | undefined {
    const bytes = this.#readBytes(path);
    return bytes && decodeText(bytes).text;
  }

  /** The reason that an existing file is not read. */
  findObstacle(path: string): 'lfs-pointer' | 'file-too-large' | undefined {
    const bytes = this.#options.source.read(path);
    if (bytes === undefined) return undefined;
    if (bytes.byteLength > this.#options.maxFileBytes) return 'file-too-large';
    return isLfsPointer(bytes) ? 'lfs-pointer' : undefined;
  }

  #readBytes(path: string): Uint8Array | undefined {
    return this.findObstacle(path) === undefined ? this.#options.source.read(path) : undefined;
  }

  #read(path: string): ImportedFile | undefined {
    const bytes = this.#readBytes(path);
    if (bytes === undefined) return undefined;
    const { text, invalid } = decodeText(bytes);
    if (/\.mdx?$/i.test(path)) return this.#parseText(path, text, invalid);
    if (/\.json$/i.test(path)) return { kind: 'data', path, text };
    return parseModuleFile(path, text);
  }

  #parseText(path: string, text: string, invalidUtf8: boolean): TextFile {
    const { fields, body, problem } = readFrontmatter(text);
    return {
      kind: 'text',
      path,
      frontmatter: fields,
      frontmatterProblem: problem,
      body,
      parsed: parsePage(body, this.#options.parse),
      invalidUtf8,
    };
  }

  /** The `.mdx` and `.md` files that this text imports, directly or indirectly, each once. */
  *textsBelow(text: string, from: string): Generator<{ readonly path: string; readonly text: string }> {
    const seen = new Set<string>();
    const pending = [{ path: from, text }];
    for (let file = pending.shift(); file !== undefined; file = pending.shift()) {
      for (const path of this.#importsOf(file)) {
        const inner = seen.has(path) || !/\.mdx?$/i.test(path) ? undefined : this.readRaw(path);
        if (inner === undefined) continue;
        seen.add(path);
        const found = { path, text: inner };
        pending.push(found);
        yield found;
      }
    }
  }

  #importsOf({ path, text }: { readonly path: string; readonly text: string }): string[] {
    const imports = [...text.matchAll(/^import\s[^\n]*?from\s*['"]([^'"\n]+)['"]/gm)];
    const legacy = [...text.matchAll(/<Snippet\s+file=["']([^"'\n]+)["']/g)];
    return [
      ...imports.flatMap(([, specifier = '']) => this.findImport(specifier, path) ?? []),
      ...legacy.flatMap(([, file = '']) => this.findLegacy(file) ?? []),
    ];
  }

  /** The file that `import … from 'specifier'` in `from` refers to, with or without its extension. */
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
