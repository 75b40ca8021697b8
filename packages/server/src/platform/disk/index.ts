export { watchDisk, type DiskState, type DiskWatch } from './watch-disk.ts';
export { isDiskFull } from './is-disk-full.ts';
