export { defineExportQueue, workOnExports } from './job.ts';
export { registerExportRoutes, type ExportRouteDeps } from './routes.ts';
export type { RunExportDeps } from './run-export.ts';
export type { ExportTicket } from './start-export.ts';
export { requireBundle } from './bundle-link.ts';
export { requireWholeBundle } from './check-bundle.ts';
export { bundleDamaged } from './errors.ts';
export { requireExport } from './require-export.ts';
export {
  deleteOldExports,
  findExport,
  hasUnfinishedExport,
  selectExportedFiles,
  type ExportJobRow,
  exportJobRows,
  type ExportTables,
} from './store.ts';
