import { isMainThread } from 'node:worker_threads';

// Loaded into each process of a test run, so that fast-check's properties also use the seed of the run.
const seed = process.env['DOCWRIGHT_TEST_SEED'];
if (seed !== undefined && isMainThread && (process.argv[1] ?? '').includes('.test.')) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ seed: Number(seed) | 0 });
}
