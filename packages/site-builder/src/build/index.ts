export type { BuildProgress, BuildReport, BuildRequest } from './build-request.ts';
export { buildSite, checkSite } from './build-site.ts';
export { BuildCache, type BuildCacheOptions } from './cache/index.ts';
export { answerQuestions } from './session/answer-questions.ts';
export { FrameError, encodeFrame, readFrames, type Frame } from './session/frames.ts';
export type {
  HeldFile,
  SessionAnswer,
  SessionFailureCode,
  SessionQuestion,
  SessionSettings,
} from './session/messages.ts';
export { makePages } from './threads/make-pages.ts';
export type { ThreadOrder } from './threads/thread-order.ts';
