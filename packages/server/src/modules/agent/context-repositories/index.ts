export { pinContext, type PinnedContext, type PinRequest } from './pin-context.ts';
export { nameContextFailure } from './name-context-failure.ts';
