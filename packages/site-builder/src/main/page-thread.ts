import { workerData } from 'node:worker_threads';
import { makePages } from '../threads/make-pages.ts';
import type { ThreadOrder } from '../threads/thread-order.ts';

/** A thread of a build, started by `startPageThreads`. */
await makePages(workerData as ThreadOrder);
