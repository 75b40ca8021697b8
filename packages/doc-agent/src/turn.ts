/** What goes into one turn of an agent job and what comes out of it. */
import type { AgentClock, AgentModel, BaseFiles, DocsGate, FetchUrl, GateIssue, Journal, Overlay } from './ports.ts';
import type { AgentPolicy } from './policy/policy.ts';

/** Style guidance that a model reads as data: project settings, AGENTS.md of the base branch, a style guide. Never policy. */
export interface Guidance {
  /** Where it comes from, shown to the model and in the pull request: `AGENTS.md`, `project settings`. */
  readonly source: string;
  readonly text: string;
}

export interface AgentTurn {
  readonly jobId: string;
  /** 1 for the first prompt of the job. */
  readonly turn: number;
  readonly prompt: string;
  readonly model: AgentModel;
  readonly base: BaseFiles;
  readonly gate: DocsGate;
  readonly journal: Journal;
  readonly policy: AgentPolicy;
  readonly clock: AgentClock;
  /** What the job's pull request shows by now: what earlier turns left beyond it counts as this one's work. Absent: nothing is left. */
  readonly published?: Overlay;
  /** 0 ≤ x < 1, for the jitter of retries. */
  readonly random: () => number;
  /** In the order of their weight; AGENTS.md files inside the docs folder are read by the engine itself. */
  readonly guidance?: readonly Guidance[];
  /** Values that must never reach journal, model or pull request (provider key, repository token). */
  readonly secrets?: readonly string[];
  /** Absent: the model has no `fetch_url` tool, whatever hosts the policy lists. */
  readonly fetchUrl?: FetchUrl;
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
  readonly outputTokens: number;
  readonly costUsd: number;
  /** False when at least one answer came without its usage, or without its cost: the figures are then a lower bound. */
  readonly known: boolean;
}

export interface GateResult {
  readonly status: 'passed' | 'failed' | 'not_run';
  /** Issues that the base did not have. With status `passed` none of them is an error. */
  readonly introduced: readonly GateIssue[];
  /** How many of the base's issues are gone, and how many remain. */
  readonly fixed: number;
  readonly existing: number;
  readonly repairRounds: number;
}

export interface TurnOutcome {
  readonly result: TurnResult;
  /** One line, at most 72 characters; composed by us when the model gave none. */
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
  /** `provider/model` as the answers said it. */
  readonly model: string;
  /** Where guidance came from, and pages that were fetched: shown in the pull request. */
  readonly sources: readonly string[];
  /** What a reviewer has to see first, found in the changes: outside hosts, scripts, deletions that nobody asked for. */
  readonly risks: readonly string[];
  /** Warnings for the reviewer: hidden Unicode, files that the model claimed but did not change, … */
  readonly notes: readonly string[];
}
