import { encodePath } from './read-target.ts';

/** Folder of hashed files in a bundle. A changed file gets a new name, so that files can be cached forever. */
const assetFolder = '_docwright/assets';

/**
 * The files that pages show (images, videos, fonts) under names that contain their digest, and files that pages link to
 * under their own names. A file that isn't requested by digest keeps its path, because scripts and readers may use its
 * address.
 */
export class AssetStore {
  readonly #digestOfFile: (path: string) => string | undefined;
  readonly #basePath: string;
  readonly #targets = new Map<string, string>();
  readonly #hashed = new Map<string, string>();
  readonly #plain = new Set<string>();

  /** `digestOfFile`: a site file's SHA-256 digest in hex. */
  constructor(digestOfFile: (path: string) => string | undefined, basePath: string) {
    this.#digestOfFile = digestOfFile;
    this.#basePath = basePath;
  }

  /** The content-based address of a site file, or `undefined` if it doesn't exist. */
  addressOf(path: string): string | undefined {
    const target = this.#target(path);
    return target === undefined ? undefined : `${this.#basePath}/${encodePath(target)}`;
  }

  #target(path: string): string | undefined {
    const known = this.#targets.get(path);
    if (known !== undefined) return known;
    const digest = this.#digestOfFile(path)?.slice(0, 10);
    if (digest === undefined) return undefined;
    const name = path.slice(path.lastIndexOf('/') + 1);
    const dot = name.lastIndexOf('.');
    const stem = (dot > 0 ? name.slice(0, dot) : name).replace(/[^\w.-]+/g, '-').slice(0, 60);
    const target = `${assetFolder}/${stem}.${digest}${dot > 0 ? name.slice(dot).toLowerCase() : ''}`;
    this.#targets.set(path, target);
    return target;
  }

  /** The address of a site file at its own path. */
  plainAddress(path: string): string {
    return `${this.#basePath}/${encodePath(path)}`;
  }

  /** Adds a file to the bundle under its hashed name, which is returned; `undefined` if it doesn't exist. */
  keepHashed(path: string): string | undefined {
    const target = this.#target(path);
    if (target !== undefined) this.#hashed.set(path, target);
    return target;
  }

  /** Adds a file to the bundle at its own path, independently of its hashed name. */
  keepPlain(path: string): void {
    this.#plain.add(path);
  }

  isKeptPlain(path: string): boolean {
    return this.#plain.has(path);
  }

  /** Source path and bundle path of every hashed file, sorted. */
  hashedFiles(): (readonly [source: string, target: string])[] {
    return [...this.#hashed].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}
