import { runPinned } from './run-pinned.mjs';

runPinned('scripts/run-release.ts', process.argv.slice(2));
