export { createJobChanges, jobChannel, type JobChanges } from './job-changes.ts';
export { streamStates, type Watch } from './stream-states.ts';
