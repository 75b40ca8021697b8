export { answerOnce, type Answer, type IdempotentRequest } from './answer-once.ts';
export { deleteOldAnswers, type IdempotencyTables } from './store.ts';
