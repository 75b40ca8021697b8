export { findPrunable, type Pruned } from './prune.ts';
