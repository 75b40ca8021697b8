import type { KnowledgeFilter, SiteKnowledge } from '../knowledge/site-knowledge.ts';

export interface TurnRequest {
  readonly knowledge: SiteKnowledge;
  readonly question: string;
  /** Of the thread before the question, as the reader's browser has it. */
  readonly history: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  /** What the reader has marked. */
  readonly selections: readonly { readonly path: string; readonly value: string }[];
  /** Page that the question is asked on; `''` where it is not known. */
  readonly currentPath: string;
  readonly filter: KnowledgeFilter;
  /** Of the sentences that no page says. BCP 47. */
  readonly language: string;
  readonly siteName: string;
  /** Of the site's owner, for the model. */
  readonly instructions: string;
  /** Pages whose text goes to the model before it asks for any. */
  readonly retrievalPageSize: number;
  readonly limits: TurnLimits;
  readonly signal: AbortSignal;
  /** Of a model that failed: the reader is only told that it did. */
  readonly onError: (error: unknown) => void;
}

export interface TurnLimits {
  readonly maxSteps: number;
  readonly timeoutMs: number;
  readonly maxOutputTokens: number;
}

export const defaultTurnLimits: TurnLimits = { maxSteps: 6, timeoutMs: 60_000, maxOutputTokens: 1_500 };
