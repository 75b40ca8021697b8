import { SiteError, type SiteFile } from '@docwright/site-server';
import { ApiError } from '../../../platform/http/index.ts';

/** A stored bundle. */
export interface StoredPages {
  readonly projectId: string;
  readonly blobKey: string;
  readonly sizeBytes: number;
}

/** The files of a bundle. */
export interface BundleFiles {
  readonly look: (path: string) => Pick<SiteFile, 'path'> | undefined;
  /** Memory use in bytes. */
  readonly bytes: number;
}

export interface KnownPagesDeps {
  /** Bundles that can be in use: the project's newest exports, and its live site. */
  readonly list: (projectId: string) => Promise<readonly StoredPages[]>;
  /**
   * @throws SiteError `version-unreachable` while the store is unavailable, any other error if the bundle is missing or
   * damaged
   */
  readonly open: (bundle: StoredPages) => Promise<BundleFiles>;
  readonly maxBytes: number;
}

/** The pages of a project, by the canonical name under which they are counted. */
export class KnownPages {
  readonly #deps: KnownPagesDeps;
  readonly #open = new Map<string, { readonly files: Promise<BundleFiles | undefined>; bytes: number }>();
  #bytes = 0;

  constructor(deps: KnownPagesDeps) {
    this.#deps = deps;
  }

  /** @throws ApiError `unavailable` while no bundle can be read */
  async of(projectId: string): Promise<(path: string) => boolean> {
    const bundles = await this.#deps.list(projectId);
    const opened = await Promise.all(bundles.map((bundle) => this.#files(bundle)));
    return (path) => opened.some((files) => files !== undefined && hasPage(files, path));
  }

  #files(bundle: StoredPages): Promise<BundleFiles | undefined> {
    const { blobKey } = bundle;
    const known = this.#open.get(blobKey);
    if (known !== undefined) {
      // Keeps the most recently used bundles longest.
      this.#open.delete(blobKey);
      this.#open.set(blobKey, known);
      return known.files;
    }
    const entry = { files: this.#read(bundle), bytes: 0 };
    this.#open.set(blobKey, entry);
    entry.files
      .then((files) => {
        if (this.#open.get(blobKey) !== entry) return;
        entry.bytes = files?.bytes ?? 0;
        this.#bytes += entry.bytes;
        for (const oldest of this.#open.keys()) {
          if (this.#bytes <= this.#deps.maxBytes || oldest === blobKey) break;
          this.#forget(oldest);
        }
      })
      .catch(() => this.#forget(blobKey));
    return entry.files;
  }

  async #read(bundle: StoredPages): Promise<BundleFiles | undefined> {
    try {
      return await this.#deps.open(bundle);
    } catch (error) {
      if (error instanceof SiteError && error.code === 'version-unreachable')
        throw new ApiError('unavailable', "The project's pages can't be read right now. Try again in a few seconds.", {
          cause: error,
          headers: { 'retry-after': '5' },
        });
      // A missing or damaged bundle has no pages.
      return undefined;
    }
  }

  #forget(blobKey: string): void {
    this.#bytes -= this.#open.get(blobKey)?.bytes ?? 0;
    this.#open.delete(blobKey);
  }
}

/** Uses the same names as `findPage`: without a trailing slash or `index`. */
function hasPage({ look }: BundleFiles, path: string): boolean {
  if (path === '/') return look('index.html') !== undefined;
  if (!path.startsWith('/') || path.endsWith('/') || path === '/404' || /(?:^|\/)index$/.test(path)) return false;
  const name = path.slice(1);
  return look(`${name}.html`) !== undefined || look(`${name}/index.html`) !== undefined;
}
