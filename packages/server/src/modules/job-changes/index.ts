export { createJobChanges, jobChannel, type JobChanges } from './job-changes.ts';
