import type { FileChanges } from '@docwright/site-builder/packed-changes';
import type {
  BuildReport,
  BuildSettings,
  Issue,
  OutputFile,
  SealedFile,
  SiteFeatures,
  SourceRepository,
} from '@docwright/site-builder';

/** The files of a site in memory, as `mirror.loadFolder` returns them. */
export interface SiteFolder {
  readonly paths: readonly string[];
  read(path: string): Uint8Array | undefined;
  /** Files with the same ID have the same bytes. A file without an ID can have any bytes. */
  idOf?(path: string): string | undefined;
}

/** Whether the receiver has this version of a file. */
export type IsHeld = (path: string, id: string) => boolean;

/** Loads a site's files. `read` may return `undefined` for files that the receiver has. */
export type LoadFolder = (isHeld: IsHeld) => Promise<SiteFolder>;

/** The organization for which processes are counted, for fairness. */
export interface Tenant {
  readonly organizationId: string;
}

export interface OwnedFolder extends Tenant {
  readonly folder: SiteFolder;
  /** ID of the site. Results of its checks are cached only for its own later checks. */
  readonly siteId: string;
}

/** The pages of a site that are omitted or that prevent it from being built. */
export type PagePolicy = Pick<BuildSettings, 'restricted' | 'excludeOrphans'> &
  Partial<Pick<BuildSettings, 'isProtected' | 'offersSignIn'>>;

export interface RenderRequest extends Tenant {
  readonly loadFolder: LoadFolder;
  readonly basePath: string;
  /** Address of the site: `https://domain`, or `''` if it has no domain. */
  readonly siteUrl: string;
  /** Repository to which pages link as their source. If omitted, pages have no such links. */
  readonly repository?: SourceRepository | undefined;
  /** See `BuildSettings`. */
  readonly editorUrl?: string | undefined;
  readonly features: SiteFeatures;
  /** Whether pages report readers' activity; default: no. */
  readonly countsReaders?: boolean;
  /** Pages to render; `[]` for every page. */
  readonly paths: readonly string[];
  /** The default is to render every page. */
  readonly policy?: PagePolicy;
  /** Called for each file, in order; the render waits for the promise. */
  readonly onFile: (file: OutputFile) => Promise<void>;
  /** With `restricted: 'seal'`, called with the files for readers with access. */
  readonly onSealedFile?: ((file: SealedFile) => Promise<void>) | undefined;
  /** Reused parts of a site that is rendered repeatedly. If omitted, nothing is cached. */
  readonly reuse?: RenderReuse | undefined;
  readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void;
  readonly signal: AbortSignal;
}

/** The parts of the last render that this render reuses. */
export interface RenderReuse {
  /** ID of the site. Results of this render are cached only for the next render of the same site. */
  readonly siteId: string;
  /** Files that the caller has from the last render: path and SHA-256 in hex. */
  readonly existing: readonly (readonly [path: string, sha256: string])[];
  /**
   * Called instead of `onFile` for one of the existing files. The path is untrusted: the builder can name a file that
   * doesn't exist.
   */
  readonly onFileReused: (file: { readonly path: string; readonly sha256: string }) => Promise<void>;
}

/** The reason why a render returned no report. `message` is for the author of the site. */
export type RenderFailureCode =
  | 'no_docs_config'
  | 'invalid_docs_config'
  | 'restricted_pages'
  | 'site_protected'
  | 'limit_exceeded'
  | 'storage_quota_exceeded'
  | 'internal';

export class RenderFailure extends Error {
  override readonly name = 'RenderFailure';
  readonly code: RenderFailureCode;

  constructor(code: RenderFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A process that had rendered the site before failed. A new process may succeed. */
export class WarmBuilderFailed extends Error {
  override readonly name = 'WarmBuilderFailed';
}

/** One page of a site with unpublished changes. */
export interface PageRequest {
  /** Path of the page, without an extension. */
  readonly page: string;
  readonly changes: FileChanges;
  readonly features: SiteFeatures;
  /** Files that the caller has from earlier pages: path and SHA-256 in hex. */
  readonly existing: readonly (readonly [path: string, sha256: string])[];
  /** Called with the page and the files that the caller doesn't have. Their names are untrusted. */
  readonly onFile: (file: OutputFile) => Promise<void>;
}

/** A problem that prevents a page from being parsed. */
export interface PageProblem {
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/** One job's handle for a site, which makes checks after an edit fast. Questions wait for a builder process. */
export interface SiteCheck {
  /**
   * Returns all issues of the site with `changes` applied; null deletes a file.
   * @throws RenderFailure; or the signal's reason
   */
  check(changes: FileChanges, signal: AbortSignal): Promise<readonly Issue[]>;
  parsePage(path: string, content: string, signal: AbortSignal): Promise<readonly PageProblem[]>;
  /**
   * Renders one page as it would be published, with all issues of the page.
   * @throws RenderFailure; or the signal's reason
   */
  renderPage(request: PageRequest, signal: AbortSignal): Promise<readonly Issue[]>;
  close(): void;
}

/** Runs the site builder on a tenant's files, in a process without access to anything valuable (docs/decisions). */
export interface SiteRenderer {
  /** @throws RenderFailure; with `reuse` also WarmBuilderFailed; or the signal's reason. */
  render(request: RenderRequest): Promise<BuildReport>;
  /** Lists the paths of the published pages. @throws RenderFailure */
  listPages(
    site: Tenant & { readonly folder: SiteFolder; readonly policy?: PagePolicy },
    signal: AbortSignal,
  ): Promise<readonly string[]>;
  /** Lists the URLs of the specifications that the site's configuration references. @throws RenderFailure */
  listRemoteSpecs(site: Tenant & { readonly folder: SiteFolder }, signal: AbortSignal): Promise<readonly string[]>;
  /** Opens a site for checks. Jobs with the same `folder` object and `siteId` share the results of checks. */
  openCheck(site: OwnedFolder): SiteCheck;
  /** Makes later starts fast, in the background. After that, `spares` builder processes wait for work. */
  warmUp(options: { readonly spares: number }): void;
  /** Ends every process. Running work fails. */
  close(): Promise<void>;
}
