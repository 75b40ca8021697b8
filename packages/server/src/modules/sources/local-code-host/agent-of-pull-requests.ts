import type { Principal } from '../../../platform/http/index.ts';

/** An action that a key's holder performs on a pull request on the embedded host. */
export interface PullRequestAct {
  readonly principal: Principal;
  /** The repository's path, as in its addresses. */
  readonly repository: string;
  readonly number: number;
}

/** The agent that created a pull request. This host sends it the reports that other hosts would send by webhook. */
export interface PullRequestAgent {
  /** Makes a comment for the agent a follow-up to its job. */
  ask(request: PullRequestAct & { readonly text: string }): Promise<AskResult>;
  ended(request: PullRequestAct & { readonly state: 'closed' | 'merged' }): Promise<void>;
}

export type AskResult =
  | { readonly kind: 'asked' }
  /** `text` tells the caller the reason. */
  | { readonly kind: 'refused'; readonly text: string };
