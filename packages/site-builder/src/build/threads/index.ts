export { pagesInOrder } from './pages-in-order.ts';
export type { PagesInOrder } from './pages-in-order.ts';
export type { ThreadedSite, ThreadSource } from './thread-messages.ts';
