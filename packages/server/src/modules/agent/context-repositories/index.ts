export { checkDueAnchors, startCheckingAnchors, type AnchorDeps } from './check-anchors.ts';
export { nameContextFailure } from './name-context-failure.ts';
export { openCode } from './open-code.ts';
export { nameRepositories, pinContext, type PinnedContext, type PinRequest } from './pin-context.ts';
export { selectAnchorCheck, watchAnchors, type AnchorCheck } from './store.ts';
export type { ContextTables, StaleAnchor } from './tables.ts';
