export { findPrunable, type PruneDeps, type Pruned, type RetentionRule } from './prune.ts';
