import type { KnowledgeFilter, SiteKnowledge } from '../knowledge/site-knowledge.ts';

export interface TurnRequest {
  readonly knowledge: SiteKnowledge;
  readonly question: string;
  /** The thread before the question, as stored in the reader's browser. */
  readonly history: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  /** The reader's selections. */
  readonly selections: readonly { readonly path: string; readonly value: string }[];
  /** Page on which the question is asked; `''` if unknown. */
  readonly currentPath: string;
  readonly filter: KnowledgeFilter;
  /** Language of the fixed sentences. BCP 47. */
  readonly language: string;
  readonly siteName: string;
  /** The site owner's instructions for the model. */
  readonly instructions: string;
  /** Number of pages whose text is sent to the model before it requests any. */
  readonly retrievalPageSize: number;
  readonly limits: TurnLimits;
  readonly signal: AbortSignal;
  /** Receives the model's error; the reader sees only that the model failed. */
  readonly onError: (error: unknown) => void;
}

export interface TurnLimits {
  readonly maxSteps: number;
  readonly timeoutMs: number;
  readonly maxOutputTokens: number;
}

export const defaultTurnLimits: TurnLimits = { maxSteps: 6, timeoutMs: 60_000, maxOutputTokens: 1_500 };
