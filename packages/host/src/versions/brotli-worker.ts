import { workerData } from 'node:worker_threads';
import { makeBrotli } from './make-brotli.ts';
import type { BrotliRequest } from './make-brotli.ts';

const request: BrotliRequest = workerData;
await makeBrotli(request);
