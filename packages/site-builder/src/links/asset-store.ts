import { createHash } from 'node:crypto';
import type { SiteSource } from '../site-source.ts';
import { encodePath } from './read-target.ts';

/** Where hashed files stand in a bundle. A changed file gets a new name, so that each may be cached for ever. */
const assetFolder = '_docwright/assets';

/**
 * The files that pages show (images, videos, fonts) under names that hold their digest, and those that pages link to under
 * their own. A file that nothing asks for by digest keeps its place, because scripts and readers may know its address.
 */
export class AssetStore {
  readonly #source: SiteSource;
  readonly #basePath: string;
  readonly #hashed = new Map<string, string>();
  readonly #plain = new Set<string>();

  constructor(source: SiteSource, basePath: string) {
    this.#source = source;
    this.#basePath = basePath;
  }

  /** The address of a site file by its content; undefined when there is none. */
  hashedAddress(path: string): string | undefined {
    const known = this.#hashed.get(path);
    if (known !== undefined) return `${this.#basePath}/${encodePath(known)}`;
    const bytes = this.#source.read(path);
    if (bytes === undefined) return undefined;
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const dot = name.lastIndexOf('.');
    const stem = (dot > 0 ? name.slice(0, dot) : name).replace(/[^\w.-]+/g, '-').slice(0, 60);
    const target = `${assetFolder}/${stem}.${digest}${dot > 0 ? name.slice(dot).toLowerCase() : ''}`;
    this.#hashed.set(path, target);
    return `${this.#basePath}/${encodePath(target)}`;
  }

  /** The address of a site file at its own place. */
  plainAddress(path: string): string {
    this.#plain.add(path);
    return `${this.#basePath}/${encodePath(path)}`;
  }

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
