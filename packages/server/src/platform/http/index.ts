export { ApiError, type ApiErrorExtras, type RefusedAttempt } from './api-error.ts';
export { requireAuthority, requireUnbound, type Authority } from './authority.ts';
export { defaultBodyBounds } from './bound-bodies.ts';
export { createApp, type AppOptions } from './create-app.ts';
export {
  readLastEventId,
  sendEventStream,
  sendUiMessageStream,
  type EventSource,
  type ServerSentEvent,
  type UiMessageChunk,
} from './event-stream.ts';
export {
  coversScope,
  hasScope,
  mayUseProject,
  type Authenticate,
  type AuthenticatePublicKey,
  type AuthenticateSession,
  type Identity,
  type Principal,
  type RequestOrigin,
} from './principal.ts';
export { readPage, unknownCursor, type Page } from './page.ts';
export { readOrigin } from './read-origin.ts';
export {
  createOperationRoutes,
  signalOf,
  type OperationHandler,
  type OperationRequest,
  type OperationRoutes,
} from './register-operation.ts';
export { coversOperation, missingScope, type Authentication } from './require-principal.ts';
export { isStorableText, storableTextRule } from './storable-text.ts';
export { addWarnings } from './warnings.ts';
export { toApiError } from './to-api-error.ts';
export { requireValid } from './require-valid.ts';
export { requireUnchanged } from './require-unchanged.ts';
export { acceptUpgrades, type Upgrade, type Upgrades } from './upgrades.ts';
export { requireSameSite } from './require-same-site.ts';
export { writeExport } from './write-export.ts';
export { accessCheckMs, OpenStreams, type OpenStream } from './open-streams.ts';
