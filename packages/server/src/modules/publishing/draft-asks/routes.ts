import { operations } from '@docwright/contract';
import type { OperationRoutes } from '../../../platform/http/index.ts';
import { findTarget } from '../drafts/index.ts';
import { askAgent, type AskDeps } from './ask-agent.ts';

export function registerAskRoutes(routes: OperationRoutes, deps: AskDeps): void {
  routes.handle(operations.askAgent, async ({ principal, params, body, idempotencyKey }, reply) => {
    const target = await findTarget(deps.drafts, principal, params);
    const answer = await askAgent(deps, target, { body, idempotencyKey });
    void reply.headers(answer.headers);
    if (answer.replayed) void reply.header('idempotent-replayed', 'true');
    return answer.body;
  });
}
