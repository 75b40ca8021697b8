import { createHash } from 'node:crypto';
import type { Operation } from '@docwright/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { ApiError, type RefusedAttempt } from './api-error.ts';
import { deprecationHeaders, findDeprecatedFields } from './deprecation.ts';
import { findUnknownFields } from './find-unknown-fields.ts';
import { LargeBodies } from './large-bodies.ts';
import { OpenStreams, type OpenStream } from './open-streams.ts';
import type { Principal } from './principal.ts';
import { organizationHeader, requirePrincipal, type Authentication } from './require-principal.ts';
import { toInvalidRequest, unknownFields } from './validate.ts';
import { addWarnings } from './warnings.ts';

/** The arguments of a handler. They are parsed, and the key or session is checked. */
export interface OperationRequest<O extends Operation> {
  readonly params: Static<O['params']>;
  readonly query: Static<O['query']>;
  readonly body: O['body'] extends TSchema ? Static<O['body']> : undefined;
  /**
   * Fields of the body that the operation doesn't define. They aren't in `body`, and the response's `Warning` header
   * names them.
   */
  readonly ignoredFields: readonly string[];
  readonly principal: O['scope'] extends null ? undefined : Principal;
  /**
   * Authenticates the caller again during a long response.
   * @throws {ApiError} the same errors as the first check
   */
  readonly reauthenticate: () => Promise<Principal>;
  /** Registers a response that stays open. Requires a `principal`. @throws {ApiError} too_many_streams */
  readonly stayOpen: () => OpenStream;
  readonly idempotencyKey: string | undefined;
  /** The `updatedAt` on which the client's change is based; `undefined` without `If-Match` or with `If-Match: *`. */
  readonly ifMatch: string | undefined;
  readonly headers: FastifyRequest['headers'];
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  readonly log: FastifyRequest['log'];
}

/** Returns the body of a successful response; `reply` is for headers and streams. */
export type OperationHandler<O extends Operation> = (
  request: OperationRequest<O>,
  reply: FastifyReply,
) => Promise<unknown>;

export interface OperationRoutes {
  handle<O extends Operation>(operation: O, handler: OperationHandler<O>): void;
}

/** Creates routes from the contract. Each operation defines method, path, scope, schemas, and success status. */
export function createOperationRoutes(
  app: FastifyInstance,
  authentication: Authentication,
  /** Called before the response if a caller has tried to gain permissions. */
  onRefused: (principal: Principal, attempt: RefusedAttempt) => Promise<void>,
): OperationRoutes {
  const streams = new OpenStreams();
  const largeBodies = new LargeBodies();
  return {
    handle(operation, handler) {
      const principals = new WeakMap<FastifyRequest, Principal>();
      const ignored = new WeakMap<FastifyRequest, readonly string[]>();
      app.route({
        method: operation.method,
        url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        schema: {
          params: operation.params,
          querystring: operation.query,
          ...(operation.body !== null && { body: operation.body }),
        },
        attachValidation: false,
        ...(operation.maxBodyBytes !== undefined && { bodyLimit: operation.maxBodyBytes }),
        config: {
          ...(operation.maxBodyBytes !== undefined && { slowBody: true as const }),
          ...(operation.maxBodyDepth !== undefined && { maxBodyDepth: operation.maxBodyDepth }),
        },
        schemaErrorFormatter: (errors, part) => toInvalidRequest(part, errors as never),
        // The key is checked before the body is read, so that anonymous callers can't cause any parsing.
        onRequest: async (request, reply) => {
          void reply.headers(deprecationHeaders(operation, request.params as Readonly<Record<string, string>>));
          if (operation.scope === null) return;
          const caller = await requirePrincipal(request, operation, authentication);
          principals.set(request, caller);
          if (operation.maxBodyBytes !== undefined) await largeBodies.admit(request, reply, caller.organizationId);
        },
        preValidation: async (request, reply) => {
          if (operation.bodyOptional && (request.body === undefined || request.body === null)) request.body = {};
          if (operation.body === null) return;
          const unknown = findUnknownFields(operation.body, request.body);
          if (unknown.length > 0 && !operation.ignoresUnknownFields) throw unknownFields(unknown);
          const names = unknown.map(({ name }) => name);
          ignored.set(request, names);
          warnOfFields(reply, names, findDeprecatedFields(operation.body, request.body));
        },
        handler: async (request, reply) => {
          void reply.code(operation.success.status);
          const principal = principals.get(request);
          const reauthenticate = () => requirePrincipal(request, operation, authentication);
          const input = {
            params: request.params,
            query: request.query,
            body: operation.body === null ? undefined : request.body,
            ignoredFields: ignored.get(request) ?? [],
            principal,
            reauthenticate,
            stayOpen: () => {
              if (principal === undefined) throw new Error(`${operation.path} stays open, but has no caller`);
              return streams.open({
                principal,
                credential: credentialOf(request, operation),
                identify: reauthenticate,
              });
            },
            idempotencyKey: readIdempotencyKey(request, operation),
            ifMatch: readIfMatch(request),
            headers: request.headers,
            signal: signalOf(reply),
            log: request.log,
          } as Parameters<typeof handler>[0];
          const body = await handler(input, reply).catch(async (error: unknown) => {
            // Runs outside the handler's transaction, which has been rolled back.
            const attempt = error instanceof ApiError ? error.attempt : undefined;
            if (attempt !== undefined && principal !== undefined) await onRefused(principal, attempt);
            throw error;
          });
          if (operation.conditional) void reply.header('etag', `"${(body as { updatedAt: string | null }).updatedAt}"`);
          return body;
        },
      });
    },
  };
}

function warnOfFields(reply: FastifyReply, unknown: readonly string[], outdated: readonly string[]): void {
  const texts = [
    ...unknown.map((name) => `unknown field ${name}`),
    ...outdated.map((name) => `deprecated field ${name}`),
  ];
  addWarnings(reply, texts);
}

/** The parts of a request that `requirePrincipal` reads, as a digest. */
function credentialOf({ headers }: FastifyRequest, { method, path }: Operation): string {
  const { authorization, cookie, origin } = headers;
  const read = [method, path, authorization, cookie, origin, headers[organizationHeader]];
  return createHash('sha256').update(JSON.stringify(read)).digest('base64');
}

/** Reads `If-Match`, which contains `"…"` as in the response's `ETag`; `*` matches any version (RFC 9110, 13.1.1). */
function readIfMatch(request: FastifyRequest): string | undefined {
  const header = request.headers['if-match']?.trim();
  return header === undefined || header === '*' ? undefined : header.replace(/^"(.*)"$/, '$1');
}

const maxIdempotencyKeyLength = 255;

function readIdempotencyKey(request: FastifyRequest, operation: Operation): string | undefined {
  const key = request.headers['idempotency-key'];
  if (!operation.idempotent || key === undefined) return undefined;
  if (typeof key !== 'string' || key.length === 0 || key.length > maxIdempotencyKeyLength) {
    throw new ApiError(
      'invalid_request',
      `The header Idempotency-Key must have 1 to ${maxIdempotencyKeyLength} characters.`,
      {
        details: [{ path: 'Idempotency-Key', message: `must have 1 to ${maxIdempotencyKeyLength} characters` }],
      },
    );
  }
  return key;
}

/** Aborts when the client has closed its connection before the response is complete. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    // No notification is needed after the response, and collecting the stack of an abort reason takes time.
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
