export { measureAll, sizeOfFolder, type MeasureDeps, type MeasureStored } from './measure-storage.ts';
export { registerStorageRoutes } from './routes.ts';
export { changeStorageQuota } from './set-quota.ts';
export { StorageQuotas, type StorageFigures, type StorageGate } from './storage-quotas.ts';
export { organizationStorageRows, type StorageTables } from './store.ts';
