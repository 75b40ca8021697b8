import type { Principal } from '../../../platform/http/index.ts';

/** An action of a key's holder on a pull request of the embedded host. */
export interface PullRequestAct {
  readonly principal: Principal;
  /** Path of the repository, as in its addresses. */
  readonly repository: string;
  readonly number: number;
}

/**
 * The agent that created a pull request, with the reports that it gets from this host, as it would by webhook from
 * other hosts.
 */
export interface PullRequestAgent {
  /** Makes a comment for the agent a follow-up of its job. */
  ask(request: PullRequestAct & { readonly text: string }): Promise<AskResult>;
  ended(request: PullRequestAct & { readonly state: 'closed' | 'merged' }): Promise<void>;
}

export type AskResult =
  | { readonly kind: 'asked' }
  /** `text` is the reason for the caller. */
  | { readonly kind: 'refused'; readonly text: string };
