import type { MessagePort } from 'node:worker_threads';
import type { BuildSettings } from '../../settings/build-settings.ts';
import type { NewPageRecord } from '../cache/index.ts';

/** A site that each thread can read independently. */
export type ThreadSource =
  /** `leftOut`: a subfolder that isn't part of the site. */
  | { readonly kind: 'folder'; readonly folder: string; readonly leftOut?: string | undefined }
  /** In shared memory; otherwise, each thread receives a copy. */
  | { readonly kind: 'files'; readonly files: ReadonlyMap<string, Uint8Array> };

/** The input of the threads: the source and settings of their build. */
export interface ThreadedSite {
  readonly source: ThreadSource;
  readonly settings: Partial<BuildSettings>;
  /** Whether documents are needed, as in all builds except checks. */
  readonly needsFiles: boolean;
  /** Whether the build has a cache, which stores whole pages and their lookups. */
  readonly isCached: boolean;
}

export interface ThreadInput {
  readonly site: ThreadedSite;
  /** `shared` of the `PageQueue`. */
  readonly taken: SharedArrayBuffer;
  readonly port: MessagePort;
}

/** The messages from a thread to the build: first the digest of its input, then its pages. */
export type ThreadMessage =
  | { readonly type: 'planned'; readonly digest: string }
  | { readonly type: 'pages'; readonly first: number; readonly records: readonly NewPageRecord[] };
