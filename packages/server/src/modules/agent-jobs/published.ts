import { type PullRequestFacts } from '@docwright/doc-agent';
import type { AgentJobRow } from './tables.ts';

export interface PublishRequest {
  readonly job: AgentJobRow;
  readonly commit: CommitIds;
  readonly facts: PullRequestFacts;
  readonly baseCommit: string;
  readonly docsFolder: string;
  /** Of commits that are made here. */
  readonly date: Date;
  readonly people: { readonly labels: readonly string[]; readonly reviewers: readonly string[] };
  readonly draft: boolean;
  readonly signal: AbortSignal;
}

export interface CommitIds {
  readonly sha: string;
  readonly tree: string;
}

export type Published =
  | { readonly kind: 'published'; readonly prLink: string; readonly duplicateOf: string | null }
  /** The overlay makes no difference to what is there. */
  | { readonly kind: 'nothing' }
  /** Somebody else changed the same places; nothing was pushed. */
  | { readonly kind: 'conflict'; readonly reason: string; readonly paths: readonly string[] };
