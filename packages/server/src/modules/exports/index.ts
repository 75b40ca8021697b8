export { createBundleMemories } from './bundle-memories.ts';
export { defineExportQueue, workOnExports } from './job.ts';
export { registerExportRoutes, type ExportRouteDeps } from './routes.ts';
export type { RunExportDeps } from './run-export.ts';
export type { ExportTicket } from './start-export.ts';
export { exportNotCompleted } from './errors.ts';
export { requireExport } from './require-export.ts';
export { selectExportJob as findExport, type ExportJobRow, type ExportTables } from './store.ts';
