import type { Principal } from '../../platform/http/index.ts';

/** A pull request of the embedded host, as somebody with a key acts on it. */
export interface PullRequestAct {
  readonly principal: Principal;
  /** Path of the repository, as its addresses have it. */
  readonly repository: string;
  readonly number: number;
}

/** The agent that made a pull request: what this host tells it, as other hosts do by webhook. */
export interface AgentOfPullRequests {
  /** A comment that is meant for it becomes a follow-up of its job. */
  ask(request: PullRequestAct & { readonly text: string }): Promise<AskResult>;
  ended(request: PullRequestAct & { readonly state: 'closed' | 'merged' }): Promise<void>;
}

export type AskResult =
  | { readonly kind: 'asked' }
  /** `text` says why, to whoever asked. */
  | { readonly kind: 'refused'; readonly text: string };
