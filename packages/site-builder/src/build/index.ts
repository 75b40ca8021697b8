export type { BuildProgress, BuildReport, BuildRequest } from './build-request.ts';
export { buildSite, checkSite } from './build-site.ts';
export { BuildCache, type BuildCacheOptions } from './cache/index.ts';
export { answerQuestions } from './session/answer-questions.ts';
export { batchMessages } from './session/batch-messages.ts';
export { MessageError, encodeMessage, readMessages, type Message } from './session/message-stream.ts';
export type {
  ExistingFile,
  SessionAnswer,
  SessionFailureCode,
  SessionQuestion,
  SessionSettings,
} from './session/messages.ts';
export type { SealedHeader } from './session/sealed-message.ts';
export { makePages } from './threads/make-pages.ts';
export type { ThreadInput } from './threads/thread-messages.ts';
