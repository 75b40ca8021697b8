import type { ParseProblem } from '../../page/index.ts';
import type { BuildReport } from '../build-request.ts';
import type { BuildSettings } from '../../settings/build-settings.ts';
import type { PackedChanges } from './packed-changes.ts';
import type { SealedHeader } from './sealed-message.ts';
import type { Issue } from '../../issues/issue.ts';

/**
 * Messages between a trusted process and a builder in a sandbox. The builder answers each question in turn, under its
 * `id`. Every answer derives from a tenant's text, and must be validated like any other untrusted data.
 */
export type SessionQuestion =
  /**
   * A file of the site; the body is its content. Sent before any question about the site, and before a question about
   * the site's next version if the file has changed.
   */
  | { readonly type: 'file'; readonly path: string }
  /** The next version doesn't have this file. */
  | { readonly type: 'remove-file'; readonly path: string }
  /**
   * The result of `save-cache` from an earlier process for the same site; an empty body if none existed. `digests`
   * is for builds, which have no cache without it. Sent before any question about the site.
   */
  | { readonly type: 'cache'; readonly keeps: 'issues' | 'digests' }
  /** `existing`: files that the caller has from a previous build. */
  | {
      readonly type: 'build';
      readonly id: number;
      readonly settings: SessionSettings;
      readonly existing: readonly ExistingFile[];
    }
  | { readonly type: 'list-pages'; readonly id: number; readonly settings: SessionSettings }
  | { readonly type: 'list-remote-specs'; readonly id: number }
  /** Requests the issues of the site after `changes`. The body contains the changed files that aren't text. */
  | {
      readonly type: 'check';
      readonly id: number;
      readonly settings: SessionSettings;
      readonly changes: PackedChanges;
    }
  /**
   * Requests one page of the site with `changes` applied, and the shared files that the caller doesn't have.
   * `existing`: files from earlier answers, which aren't reported again.
   */
  | {
      readonly type: 'render-page';
      readonly id: number;
      readonly settings: SessionSettings;
      readonly changes: PackedChanges;
      readonly page: string;
      readonly existing: readonly ExistingFile[];
    }
  | { readonly type: 'parse-page'; readonly id: number; readonly path: string; readonly content: string }
  /**
   * Requests the cache of the checks or of the build, for use in another process, or the part that fits into
   * `maxBytes`.
   */
  | { readonly type: 'save-cache'; readonly id: number; readonly maxBytes: number };

/** SHA-256 in hex. */
export type ExistingFile = readonly [path: string, sha256: string];

export type SessionSettings = Omit<Partial<BuildSettings>, 'limits'>;

export type SessionAnswer =
  /** A built file; the body is its content. */
  | { readonly type: 'output'; readonly id: number; readonly path: string }
  /** A file of `emitSealed` (`sealed-message.ts`). */
  | { readonly type: 'output-sealed'; readonly id: number; readonly file: SealedHeader }
  /** Sent instead of an `output` that equals the existing file at this path. */
  | { readonly type: 'output-reused'; readonly id: number; readonly path: string; readonly sha256: string }
  | { readonly type: 'progress'; readonly id: number; readonly done: number; readonly total: number }
  | { readonly type: 'built'; readonly id: number; readonly report: BuildReport }
  | { readonly type: 'pages'; readonly id: number; readonly paths: readonly string[] }
  | { readonly type: 'remote-specs'; readonly id: number; readonly urls: readonly string[] }
  | { readonly type: 'checked'; readonly id: number; readonly issues: readonly Issue[] }
  | { readonly type: 'parsed'; readonly id: number; readonly problems: readonly ParseProblem[] }
  /** The cache is in the body, only for the same builder and the same site. */
  | { readonly type: 'cache-saved'; readonly id: number }
  | { readonly type: 'failed'; readonly id: number; readonly code: SessionFailureCode; readonly message: string };

export type SessionFailureCode = 'no-config' | 'restricted-pages' | 'site-protected' | 'failed';
