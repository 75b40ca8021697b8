/**
 * The interfaces between the agent engine and its caller. The caller provides files, journal, gate, model, time and
 * randomness. Paths are relative to the docs folder (the folder of docs.json), with `/` between segments and no leading
 * `/`; the caller adds the docs folder when it creates the commit, so nothing outside it can be written.
 */
import type { LanguageModel } from 'ai';

/** The files of the base commit. Immutable for the duration of a job. */
export interface BaseFiles {
  /** Every regular file, sorted by code unit. Symbolic links and submodules are not listed. */
  list(): Promise<readonly BaseFile[]>;
  /** Paths of other entries, such as symbolic links: no file can be created there, or below them. */
  readonly skipped?: readonly string[];
  /**
   * The bytes of a file, or `undefined` if it doesn't exist. Many calls can be in progress at once, so batch or
   * pipeline them.
   */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Files that were renamed up to this commit, old path to new, as far as the history is known. */
  findRenames?(): Promise<ReadonlyMap<string, string>>;
  /** Whether the repository stores the file in Git LFS: a commit with its bytes would damage it. */
  isInLfs?(path: string): Promise<boolean>;
}
export interface BaseFile {
  readonly path: string;
  readonly sizeBytes: number;
}

/** The agent's changes: a path that isn't in the map is unchanged from the base commit. */
export type Overlay = ReadonlyMap<string, OverlayEntry>;
export type OverlayEntry =
  | {
      readonly kind: 'write';
      readonly content: string;
      /** The base path that this page was moved from. */ readonly movedFrom?: string;
    }
  | ImageEntry
  | { readonly kind: 'delete' };
/** An image that a person attached to the job, as a file of the site. Its bytes are one of the job's images. */
export interface ImageEntry extends Omit<JobImage, 'name'> {
  readonly kind: 'image';
}
/** A step's change to the overlay. `entry: null` reverts the path to the base. */
export interface OverlayChange {
  readonly path: string;
  readonly entry: OverlayEntry | null;
}

/**
 * A repository with source code at one commit. Nothing in it is executed, checked out or followed: symbolic links,
 * submodules and files in Git LFS are entries without content.
 */
export interface CodeRepository {
  /** The name in tools and citations, such as `acme/api`. Unique in a turn. */
  readonly name: string;
  readonly branch: string;
  /** 40 hexadecimal digits. */
  readonly commit: string;
  /** The paths that may be read, as shown to the model; empty: all. */
  readonly paths: readonly string[];
  /** The readable entries of a commit of `log`, sorted by path. @throws an error that the model didn't cause */
  list(commit: string, signal: AbortSignal): Promise<readonly CodeEntry[]>;
  /** The bytes of files, in the order given. */
  read(files: readonly CodeEntry[], signal: AbortSignal): AsyncIterable<CodeFile>;
  /** The commit and its predecessors, newest first. Their number is limited. */
  log(signal: AbortSignal): Promise<readonly CodeCommit[]>;
  /** The changes between two commits of `log`. @param paths files that `list` returns for one of them */
  diff(range: CodeRange, signal: AbortSignal): Promise<CodeDiff>;
}
export interface CodeEntry {
  readonly path: string;
  readonly kind: 'file' | 'symbolic-link' | 'submodule';
  /** 0 if the entry isn't a file. */
  readonly sizeBytes: number;
  /** An ID that changes with the content. */
  readonly id: string;
}
export interface CodeFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}
export interface CodeCommit {
  readonly commit: string;
  readonly author: string;
  /** ISO 8601. */
  readonly date: string;
  readonly message: string;
  /** Changed files that may be read; `undefined` if they aren't known. */
  readonly paths: readonly string[] | undefined;
}
export interface CodeRange {
  readonly from: string;
  readonly to: string;
  /** Files; `undefined` for all. */
  readonly paths?: readonly string[];
  readonly maxBytes: number;
}
export interface CodeDiff {
  readonly files: readonly { readonly path: string; readonly change: string; readonly from?: string }[];
  readonly patch: string;
  readonly truncated: boolean;
}

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export type JournalRecordKind = 'prompt' | 'assistant' | 'tool_results' | 'note';
/** A journal record. (turn, seq) is unique in a job. */
export interface JournalRecord {
  /** 1 for the first prompt of a job, 2 for its first follow-up, … */
  readonly turn: number;
  /** Position inside the turn: 0, 1, 2, … without gaps. */
  readonly seq: number;
  /** The model call that the record belongs to: 0 for the prompt, then 1, 2, … */
  readonly step: number;
  readonly kind: JournalRecordKind;
  /** Contains no secrets (redacted beforehand). See `journal-data.ts` for the shape of each kind. */
  readonly data: JsonValue;
}

/**
 * The journal of one job.
 *
 * 1. `append` is one transaction: either both the record and the overlay changes are stored, or neither.
 * 2. Appending an existing (turn, seq) throws: another worker has taken over the job.
 * 3. `load` returns the records of all turns in order, and the overlay after the last of them.
 */
export interface Journal {
  load(): Promise<{ readonly records: readonly JournalRecord[]; readonly overlay: Overlay }>;
  append(record: JournalRecord, overlayChanges: readonly OverlayChange[]): Promise<void>;
}

/** Files as the agent sees them: the base with the overlay on top. Immutable: an edit creates another object. */
export interface DocsFiles extends BaseFiles {
  /** Paths that differ from the base commit (written or deleted), sorted; empty for the base itself. */
  readonly changed: readonly string[];
}

export interface GateIssue {
  readonly path: string;
  readonly line?: number;
  readonly severity: 'error' | 'warning' | 'info';
  /** Stable, kebab-case. */
  readonly code: string;
  readonly message: string;
  readonly fix?: string;
}
export interface PageProblem {
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/** The site builder's checks. A file's content can't make either function throw. */
export interface DocsGate {
  /**
   * All issues of a site. Called once with the base (`changed` is empty, so the result can be cached by commit), then
   * with the overlay on top.
   */
  check(files: DocsFiles, signal: AbortSignal): Promise<readonly GateIssue[]>;
  /**
   * Problems that prevent a page from being parsed; empty if none exist. Called after each edit, so it must be
   * fast.
   */
  parsePage(path: string, content: string, signal: AbortSignal): Promise<readonly PageProblem[]>;
}

/**
 * A model of the AI SDK. A string (which would use a hosted gateway) isn't accepted. A model with known prices reports
 * the cost of each answer in `providerMetadata.docwright.costUsd`. Without it, the cost budget has no effect.
 */
export type AgentModel = Exclude<LanguageModel, string>;

/** The maximum number of tokens that a model accepts and returns in one call. */
export interface ModelCapacity {
  /** Instructions, tools, messages and answer together. */
  readonly contextTokens: number;
  readonly outputTokens: number;
  /** Whether the model can see images; false by default. */
  readonly seesImages?: boolean;
}

/** The image types that every provider accepts. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';

/** An image in the journal. Its bytes are stored once per job, under their digest. */
export interface JobImage {
  /** SHA-256 of the bytes, hexadecimal. */
  readonly digest: string;
  readonly mediaType: ImageType;
  readonly sizeBytes: number;
  /** The image's content in a few words, for the model and for people: `error.png`, `quickstart, phone, dark`. */
  readonly name: string;
}

/** The bytes of a job's images. */
export interface JobImages {
  /** `undefined` if the image was deleted. */
  read(digest: string): Promise<Uint8Array | undefined>;
  /** Called before a record names the image. Storing an image again has no effect. */
  save(image: JobImage, bytes: Uint8Array): Promise<void>;
}

/** A page as a reader sees it. */
export interface PageView {
  /** The page's file. */
  readonly path: string;
  readonly screen: 'desktop' | 'phone';
  readonly theme: 'light' | 'dark';
  /** Start of the screenshot, in pixels from the top of the page. */
  readonly start: number;
}
export interface Screenshot {
  /** A PNG of at most `maxImageBytes`. */
  readonly bytes: Uint8Array;
  /** The part of the page that the screenshot shows, in pixels from the top. */
  readonly start: number;
  readonly end: number;
  readonly pageHeight: number;
  /** 1, or less if the picture was reduced. */
  readonly scale: number;
  /** Other hosts whose files are missing from the screenshot. */
  readonly refusedHosts: readonly string[];
}
/**
 * Takes a screenshot of a page of the site with changes.
 *
 * @throws ToolError if the page can't be shown; the model receives the message
 */
export type TakeScreenshot = (files: DocsFiles, view: PageView, signal: AbortSignal) => Promise<Screenshot>;

export interface AgentClock {
  /** Milliseconds of a monotonic clock (`performance.now`). Only differences are used. */
  now(): number;
  /** Rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Fetches a URL on a host that the project allows. The adapter handles address checks and redirects. */
export type FetchUrl = (url: URL, signal: AbortSignal) => Promise<{ readonly status: number; readonly text: string }>;
