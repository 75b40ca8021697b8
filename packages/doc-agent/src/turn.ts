/** The result of one turn of an agent job, and what a model reads in addition to its prompt. */
import type { GateIssue, Overlay } from './ports.ts';

/** Our own messages to the model start with this, to distinguish them from a person's prompt. */
export const reminderMark = '[docwright] ';

/** Style guidance that a model reads as data: project settings, AGENTS.md and the like from the base branch, a style guide. Never policy. */
export interface Guidance {
  /** Its source, shown to the model and in the pull request: `AGENTS.md`, `project settings`. */
  readonly source: string;
  /** Folder or globs of the pages that it is about; absent: all. */
  readonly scope?: string;
  readonly text: string;
}

export type TurnResult = 'changes' | 'no_changes' | 'needs_input' | 'needs_model' | 'blocked_by_policy';
export const turnResults: readonly TurnResult[] = [
  'changes',
  'no_changes',
  'needs_input',
  'needs_model',
  'blocked_by_policy',
];

export type FileChangeKind = 'added' | 'modified' | 'deleted' | 'moved';
export interface ChangedFile {
  readonly path: string;
  readonly change: FileChangeKind;
  /** Lines. */
  readonly added: number;
  readonly removed: number;
  /** Only for `moved`. */
  readonly from?: string;
}

export interface TurnUsage {
  readonly inputTokens: number;
  /** Part of the input tokens: read from the provider's cache. */
  readonly cachedInputTokens: number;
  /** Part of the input tokens: written to the provider's cache. */
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  /** False if at least one answer had no usage or cost: the figures are then a lower bound. */
  readonly known: boolean;
}

export interface GateResult {
  readonly status: 'passed' | 'failed' | 'not_run';
  /** Issues that the base didn't have. With status `passed` none of them is an error. */
  readonly introduced: readonly GateIssue[];
  /** How many of the base's issues were fixed, and how many remain. */
  readonly fixed: number;
  readonly existing: number;
  readonly repairRounds: number;
}

export interface TurnOutcome {
  readonly result: TurnResult;
  /** One line, at most 72 characters; composed by us if the model provided none. */
  readonly title: string;
  /** For a person; Markdown. */
  readonly summary: string;
  /** All changes of the job against its base, not of this turn alone. */
  readonly files: readonly ChangedFile[];
  readonly overlay: Overlay;
  readonly usage: TurnUsage;
  readonly gate: GateResult;
  /** Model calls of this turn, those before a crash included. */
  readonly steps: number;
  /** `provider/model` as reported by the answers. */
  readonly model: string;
  /** Where guidance came from, and pages that were fetched: shown in the pull request. */
  readonly sources: readonly string[];
  /**
   * What a reviewer has to see first, found in the changes: external hosts, scripts, deletions that nobody requested.
   */
  readonly risks: readonly string[];
  /** Warnings for the reviewer: hidden Unicode, files that the model claimed but did not change, … */
  readonly notes: readonly string[];
}
