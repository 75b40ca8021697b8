import { runPinned } from './run-pinned.mjs';

runPinned('scripts/run-verify.ts', process.argv.slice(2));
