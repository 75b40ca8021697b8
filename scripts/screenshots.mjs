import { runPinned } from './run-pinned.mjs';

runPinned('e2e/dashboard/take-screenshots.ts', process.argv.slice(2));
