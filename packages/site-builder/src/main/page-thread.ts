import { workerData } from 'node:worker_threads';
import { makePages } from '../build/index.ts';
import type { ThreadInput } from '../build/index.ts';

/** A build thread, started by `startPageThreads`. */
await makePages(workerData as ThreadInput);
