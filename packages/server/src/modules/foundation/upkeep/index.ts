export { runRule, type RemovedByRule } from './run-rule.ts';
export type { AgedTable, RetentionLimit, RetentionRule, UpkeepDeps } from './rule.ts';
export { selectRuns, takeTurn, type UpkeepRun, type UpkeepTables } from './store.ts';
