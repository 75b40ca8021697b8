import { prepareEntryPoints } from './prepare-entry-points.mjs';
import { runPinned } from './run-pinned.mjs';

runPinned('packages/cli/bin/docwright.mjs', ['up', ...process.argv.slice(2)], prepareEntryPoints);
