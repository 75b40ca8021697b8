import { runPinned } from './run-pinned.mjs';

runPinned('scripts/run-generate.ts', process.argv.slice(2));
