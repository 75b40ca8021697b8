export { ApiError, type ApiErrorExtras } from './api-error.ts';
export { createApp, type AppOptions } from './create-app.ts';
export { sendEventStream, type ServerSentEvent } from './event-stream.ts';
export { hasScope, mayUseProject, type Authenticate, type Principal } from './principal.ts';
export {
  createOperationRoutes,
  type OperationHandler,
  type OperationRequest,
  type OperationRoutes,
} from './register-operation.ts';
