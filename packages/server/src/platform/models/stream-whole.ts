import type { AgentModel } from '@docwright/doc-agent';
import { simulateStreamingMiddleware, wrapLanguageModel } from 'ai';

/** A model for readers' answers, as a stream: a chain of models, and our own fetch, give an answer when all of it is there. */
export const streamWhole = (model: AgentModel): AgentModel =>
  wrapLanguageModel({ model, middleware: simulateStreamingMiddleware() });
