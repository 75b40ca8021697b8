import { codeHostKinds, operations } from '@docwright/contract';
import type { FastifyInstance } from 'fastify';
import type { OperationRoutes } from '../../../platform/http/index.ts';
import { hookNotFound } from './errors.ts';
import { receiveEvent, type ReceiveDeps } from './receive-event.ts';
import { createHook, deleteHook, requireProject, type SaveHookDeps } from './save-hook.ts';
import { selectHook, selectHooks, selectHostEvents } from './store.ts';
import { toCodeHostEvent, toCodeHostHook } from './to-code-host-hook.ts';

/** Maximum number of events in a list. */
const eventsShown = 100;

export function registerCodeHostHookRoutes(routes: OperationRoutes, deps: SaveHookDeps): void {
  const db = deps.database.kysely;

  routes.handle(operations.createCodeHostHook, async ({ principal, params, body }) => {
    const { row, secret } = await createHook(deps, principal, { projectId: params.projectId, body });
    return { ...toCodeHostHook(row, deps.baseUrl), secret };
  });
  routes.handle(operations.listCodeHostHooks, async ({ principal, params }) => {
    const project = await requireProject(deps, principal, params.projectId);
    return { hooks: (await selectHooks(db, project.id)).map((row) => toCodeHostHook(row, deps.baseUrl)) };
  });
  routes.handle(operations.deleteCodeHostHook, async ({ principal, params }) => deleteHook(deps, principal, params));
  routes.handle(operations.listCodeHostEvents, async ({ principal, params }) => {
    const project = await requireProject(deps, principal, params.projectId);
    const hook = await selectHook(db, params.id);
    if (hook?.project_id !== project.id) throw hookNotFound(params.id);
    return { events: (await selectHostEvents(db, hook.id, eventsShown)).map(toCodeHostEvent) };
  });
}

/**
 * Registers `POST /v1/code-hosts/{kind}/webhook/{hookId}` in a separate Fastify scope, because the signature is over
 * the raw body.
 */
export function registerHookReceiver(app: FastifyInstance, deps: ReceiveDeps): void {
  void app.register(async (scope) => {
    const raw = { parseAs: 'buffer', bodyLimit: deps.settings.maxBodyBytes } as const;
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<Buffer>('*', raw, (_request, body, done) => done(null, body));
    scope.post<{ Params: { kind: string; hookId: string } }>(
      '/v1/code-hosts/:kind/webhook/:hookId',
      { bodyLimit: deps.settings.maxBodyBytes },
      async (request, reply) => {
        const { kind: name, hookId } = request.params;
        const kind = codeHostKinds.find((known) => known === name);
        if (kind === undefined) throw hookNotFound(hookId);
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const receipt = await receiveEvent(deps, { kind, hookId, headers: request.headers, body });
        return reply.code(receipt.outcome === 'accepted' ? 202 : 200).send(receipt);
      },
    );
  });
}
