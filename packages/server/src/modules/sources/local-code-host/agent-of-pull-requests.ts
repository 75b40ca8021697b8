import type { Principal } from '../../../platform/http/index.ts';

/** An action of a key's holder on a pull request of the embedded host. */
export interface PullRequestAct {
  readonly principal: Principal;
  /** Path of the repository, as in its addresses. */
  readonly repository: string;
  readonly number: number;
}

/** The agent that created a pull request, and what this host reports to it, as other hosts do by webhook. */
export interface AgentOfPullRequests {
  /** A comment for the agent becomes a follow-up of its job. */
  ask(request: PullRequestAct & { readonly text: string }): Promise<AskResult>;
  ended(request: PullRequestAct & { readonly state: 'closed' | 'merged' }): Promise<void>;
}

export type AskResult =
  | { readonly kind: 'asked' }
  /** `text` explains the reason to the caller. */
  | { readonly kind: 'refused'; readonly text: string };
