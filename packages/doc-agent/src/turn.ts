/** The result of one turn of an agent job, and what a model reads in addition to its prompt. */
import type { GateIssue, ImageEntry, Overlay } from './ports.ts';

/** Our own messages to the model start with this mark, which distinguishes them from a person's prompt. */
export const reminderMark = '[docwright] ';

/**
 * Style guidance that a model reads as data, never as policy: project settings, files such as AGENTS.md from the base
 * branch, a style guide.
 */
export interface Guidance {
  /** The source of the guidance, shown to the model and in the pull request: `AGENTS.md`, `project settings`. */
  readonly source: string;
  /** Folder or globs of the pages that it applies to; all pages by default. */
  readonly scope?: string;
  readonly text: string;
}

export type TurnResult = 'changes' | 'no_changes' | 'answer' | 'needs_input' | 'needs_model' | 'blocked_by_policy';
export const turnResults: readonly TurnResult[] = [
  'changes',
  'no_changes',
  'answer',
  'needs_input',
  'needs_model',
  'blocked_by_policy',
];

export type FileChangeKind = 'added' | 'modified' | 'deleted' | 'moved';
export interface ChangedFile {
  readonly path: string;
  readonly change: FileChangeKind;
  /** Number of added lines. */
  readonly added: number;
  readonly removed: number;
  /** Only for `moved`. */
  readonly from?: string;
  /** Only for an image that a person attached to the job. */
  readonly image?: Omit<ImageEntry, 'kind'>;
}

export interface TurnUsage {
  readonly inputTokens: number;
  /** The part of the input tokens that was read from the provider's cache. */
  readonly cachedInputTokens: number;
  /** The part of the input tokens that was written to the provider's cache. */
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  /** False if at least one answer had no usage or cost. The figures are then a lower bound. */
  readonly known: boolean;
}

export interface GateResult {
  readonly status: 'passed' | 'failed' | 'not_run';
  /** Issues that the base doesn't have. If the status is `passed`, none of them is an error. */
  readonly introduced: readonly GateIssue[];
  /** Number of the base's issues that were fixed, and that remain. */
  readonly fixed: number;
  readonly existing: number;
  readonly repairRounds: number;
}

/** A claim about the product, with the location in source code that supports it. */
export interface Citation {
  /** One sentence. */
  readonly claim: string;
  /** `repository@commit:path#L10-L20` */
  readonly location: string;
  /** The page that makes the claim. */
  readonly page?: string;
}

/** Lines of a file in the docs folder, at the base commit. 1-based. */
export interface CitedLines {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

export interface TurnOutcome {
  readonly result: TurnResult;
  /** One line, at most 72 characters; composed by us if the model provided none. */
  readonly title: string;
  /** For a person; Markdown. */
  readonly summary: string;
  /** All changes of the job compared with its base, not only those of this turn. */
  readonly files: readonly ChangedFile[];
  readonly overlay: Overlay;
  readonly usage: TurnUsage;
  readonly gate: GateResult;
  /** Model calls of this turn, including those before a crash. */
  readonly steps: number;
  /** `provider/model` as reported by the answers. */
  readonly model: string;
  /** Sources of guidance, and fetched pages; shown in the pull request. */
  readonly sources: readonly string[];
  /** Claims with checked code locations. */
  readonly citations: readonly Citation[];
  /** The lines of the site that support an answer. Empty for other results. */
  readonly citedLines: readonly CitedLines[];
  /**
   * Risks that a reviewer must see first, found in the changes: external hosts, scripts, deletions that nobody
   * requested.
   */
  readonly risks: readonly string[];
  /** Warnings for the reviewer: hidden Unicode, files that the model claimed to have changed but didn't, … */
  readonly notes: readonly string[];
}
