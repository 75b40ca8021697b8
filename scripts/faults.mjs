import { runPinned } from './run-pinned.mjs';

runPinned('e2e/faults/run-faults.ts', process.argv.slice(2));
