import { SiteError, type SiteFile } from '@docwright/site-server';
import { ApiError } from '../../platform/http/index.ts';

/** A bundle as it is stored. */
export interface StoredPages {
  readonly projectId: string;
  readonly blobKey: string;
  readonly sizeBytes: number;
}

/** What a bundle has. */
export interface BundleFiles {
  readonly look: (path: string) => Pick<SiteFile, 'path'> | undefined;
  /** What is held of it in memory. */
  readonly bytes: number;
}

export interface KnownPagesDeps {
  /** Bundles of which somebody may serve one: the project's newest exports, and its live site. */
  readonly list: (projectId: string) => Promise<readonly StoredPages[]>;
  /** @throws SiteError `version-unreachable` while the store is away, anything else where the bundle is gone or damaged */
  readonly open: (bundle: StoredPages) => Promise<BundleFiles>;
  readonly maxBytes: number;
}

/** Which pages a project has, by the one name that a page has wherever it is counted. */
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
      // What was asked for last stays longest.
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
        throw new ApiError('unavailable', 'The project’s pages can’t be read right now. Try again in a few seconds.', {
          cause: error,
          headers: { 'retry-after': '5' },
        });
      // One that is gone or damaged has no page for anybody.
      return undefined;
    }
  }

  #forget(blobKey: string): void {
    this.#bytes -= this.#open.get(blobKey)?.bytes ?? 0;
    this.#open.delete(blobKey);
  }
}

/** As `findPage` of a site's answers names it: neither a slash nor `index` at its end. */
function hasPage({ look }: BundleFiles, path: string): boolean {
  if (path === '/') return look('index.html') !== undefined;
  if (!path.startsWith('/') || path.endsWith('/') || path === '/404' || /(?:^|\/)index$/.test(path)) return false;
  const name = path.slice(1);
  return look(`${name}.html`) !== undefined || look(`${name}/index.html`) !== undefined;
}
