export { listAllPages } from './knowledge/list-all-pages.ts';
export { openSiteKnowledge } from './knowledge/open-site-knowledge.ts';
export { KnowledgeCache } from './knowledge/knowledge-cache.ts';
export type {
  KnowledgeFilter,
  KnownOperation,
  KnownPage,
  OperationName,
  PageFacts,
  PageFilter,
  PageList,
  PageOperation,
  PageSection,
  Passage,
  SearchOptions,
  SearchResult,
  SiteKnowledge,
} from './knowledge/site-knowledge.ts';
export type { Embedder } from './meaning/embedder.ts';
export { VectorCache } from './meaning/vector-cache.ts';
export { makeVectors, type CreatedVectors } from './meaning/make-vectors.ts';
export { QueryEmbedder, type MeaningOutcome, type QueryEmbedderDeps } from './meaning/query-embedder.ts';
export { readVectors, type SectionVectors } from './meaning/section-vectors.ts';
export type { Meaning } from './meaning/site-meaning.ts';
export { questionStems } from './extracts/question-words.ts';
export { findExtracts, type Extract, type Extracts } from './extracts/find-extracts.ts';
export type { AnswerSource } from './answer/read-pages.ts';
export { callSiteTool, siteTools, toolNames, type ToolAnswer, type ToolName } from './tools/site-tools.ts';
export { withIdleTimeout } from './turn/idle-timeout.ts';
export { runTurn } from './turn/run-turn.ts';
export { defaultTurnLimits, type TurnLimits, type TurnRequest } from './turn/turn-request.ts';
export type { TurnEvent, TurnOutcome, TurnUsage } from './turn/turn-event.ts';
export type { KeptTurn, TurnKeeper } from './http/turn-keeper.ts';
export { createSiteService, SiteServices } from './http/site-service.ts';
export type { QuestionRequest, AssistantBackend, AssistantProfile, StartedAnswer } from './http/assistant-backend.ts';
export { defaultServiceSettings, type ServiceMode, type SiteServiceSettings } from './http/service-settings.ts';
export { ServiceError, serviceErrors, type ServiceErrorCode } from './http/service-error.ts';
export { AnswerRecording } from './http/answer-recording.ts';
export { parseMessage, type AssistantMessage, type Rating } from './http/parse-message.ts';
export { toUiMessageStream, toWholeAnswer, type MessageIds } from './http/ui-message-stream.ts';
