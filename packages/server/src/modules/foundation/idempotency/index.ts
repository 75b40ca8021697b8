export { answerOnce, idempotencyActor, type Answer, type IdempotentRequest } from './answer-once.ts';
export { deleteOldAnswers, idempotencyKeyRows, type IdempotencyTables } from './store.ts';
