import { isMainThread } from 'node:worker_threads';

// Loaded into each process of a test run, so that properties of fast-check have the seed of the run, too.
const seed = process.env['DOCWRIGHT_TEST_SEED'];
if (seed !== undefined && isMainThread && (process.argv[1] ?? '').includes('.test.')) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ seed: Number(seed) | 0 });
}
