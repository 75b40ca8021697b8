import { runPinned } from './run-pinned.mjs';

runPinned('scripts/run-tests.ts', process.argv.slice(2));
