export { supplyPages } from './supply-pages.ts';
export type { PageSupply } from './supply-pages.ts';
export type { ThreadedSite, ThreadSource } from './thread-order.ts';
