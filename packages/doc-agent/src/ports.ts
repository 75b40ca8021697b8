/**
 * What the agent engine needs from outside, and nothing more. Everything is given by the caller: files, journal, gate,
 * model, time and chance. Paths are relative to the docs folder (the folder of docs.json), `/` between segments, no
 * leading `/`; the caller adds the docs folder when it makes the commit, so nothing outside of it can be written.
 */
import type { LanguageModel } from 'ai';

/** The files of the base commit. Immutable for the length of a job. */
export interface BaseFiles {
  /** Every regular file, sorted by code unit. Symbolic links and submodules are not listed. */
  list(): Promise<readonly BaseFile[]>;
  /** The bytes of a file, undefined where there is none. Many calls may be under way at once: batch or pipeline them. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Files that were renamed on the way to this commit, old path to new, as far as their history is known and looked at. */
  findRenames?(): Promise<ReadonlyMap<string, string>>;
}
export interface BaseFile {
  readonly path: string;
  readonly sizeBytes: number;
}

/** What the agent changed: a path that is not in the map is as in the base commit. Text only. */
export type Overlay = ReadonlyMap<string, OverlayEntry>;
export type OverlayEntry =
  | {
      readonly kind: 'write';
      readonly content: string;
      /** The base path that this page was moved from. */ readonly movedFrom?: string;
    }
  | { readonly kind: 'delete' };
/** One step's effect on the overlay. `entry: null` takes the path back to what the base has. */
export interface OverlayChange {
  readonly path: string;
  readonly entry: OverlayEntry | null;
}

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export type JournalRecordKind = 'prompt' | 'assistant' | 'tool_results' | 'note';
/** One journalled fact. (turn, seq) is unique in a job. */
export interface JournalRecord {
  /** 1 for the first prompt of a job, 2 for its first follow-up, … */
  readonly turn: number;
  /** Position inside the turn: 0, 1, 2, … without gaps. */
  readonly seq: number;
  /** The model call that the record belongs to: 0 for the prompt, then 1, 2, … */
  readonly step: number;
  readonly kind: JournalRecordKind;
  /** Holds no secrets (redacted before it comes here). See `journal-data.ts` for the shape of each kind. */
  readonly data: JsonValue;
}

/**
 * The journal of one job.
 *
 * 1. `append` is one transaction: the record and the overlay changes are stored together, or neither is.
 * 2. Appending a (turn, seq) that exists throws: another worker has taken the job over.
 * 3. `load` gives the records of all turns in order, and the overlay after the last of them.
 */
export interface Journal {
  load(): Promise<{ readonly records: readonly JournalRecord[]; readonly overlay: Overlay }>;
  append(record: JournalRecord, overlayChanges: readonly OverlayChange[]): Promise<void>;
}

/** Files as the agent sees them: the base with the overlay on top. Never changed: after an edit they are another object. */
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

/** The site builder's checks. Neither function throws for anything that a file says. */
export interface DocsGate {
  /** All issues of a site. Called once with the base (`changed` is empty: cacheable by commit), then with the overlay on top. */
  check(files: DocsFiles, signal: AbortSignal): Promise<readonly GateIssue[]>;
  /** What keeps one page from being parsed; empty when it is fine. Called after each edit, so it must be quick. */
  parsePage(path: string, content: string, signal: AbortSignal): Promise<readonly PageProblem[]>;
}

/**
 * A model of the AI SDK. A string (which would go to a hosted gateway) is not one. One whose prices are known says with
 * each answer what it cost: `providerMetadata.docwright.costUsd`. Without it the cost budget can't bind.
 */
export type AgentModel = Exclude<LanguageModel, string>;

export interface AgentClock {
  /** Milliseconds on a clock that never goes back (`performance.now`). Only differences are used. */
  now(): number;
  /** Rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Fetches a URL whose host the project lists. Address checks and redirects are the adapter's matter. */
export type FetchUrl = (url: URL, signal: AbortSignal) => Promise<{ readonly status: number; readonly text: string }>;
