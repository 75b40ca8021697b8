import { type PullRequestFacts } from '@docwright/doc-agent';
import type { CodeHost } from '../../../../platform/code-host/index.ts';
import type { Mirror } from '../../../../platform/git/index.ts';
import type { AgentJobRow, AskOutcome } from '../tables.ts';

export interface PreparedRepository {
  readonly host: CodeHost;
  readonly mirror: Mirror;
  /** The job's base, fixed by its first attempt. */
  readonly baseCommit: string;
}

export interface PublishRequest {
  readonly job: AgentJobRow;
  readonly commit: CommitIds;
  readonly facts: PullRequestFacts;
  readonly baseCommit: string;
  readonly docsFolder: string;
  /** Date of new commits. */
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
  | { readonly kind: 'published' }
  /** Another job's pull request contains the same changes. */
  | { readonly kind: 'duplicate'; readonly prLink: string; readonly of: string }
  /** A dry run's changes stay in its overlay. */
  | { readonly kind: 'dry-run' }
  /** The changes to a draft became suggestions, as far as possible. */
  | { readonly kind: 'suggested'; readonly outcome: AskOutcome }
  /** The overlay changes nothing. */
  | { readonly kind: 'nothing' }
  /** Someone else changed the same lines; nothing was pushed. */
  | { readonly kind: 'conflict'; readonly reason: string; readonly paths: readonly string[] };
