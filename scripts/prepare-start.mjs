import { prepareEntryPoints } from './prepare-entry-points.mjs';
import { prepareRepository } from './run-pinned.mjs';

// The shell of `npm start` then replaces itself with the service: a Node process that only waits would take 20 MB.
const { root, node } = prepareRepository();
prepareEntryPoints(root, node);
