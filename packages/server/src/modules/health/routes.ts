import { operations, type Readiness } from '@docwright/contract';
import type { OperationRoutes } from '../../platform/http/index.ts';

export interface HealthDeps {
  /** Version of the software. */
  readonly version: string;
  /** What the process needs to do its work; each rejects when it is away. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
  readonly isStopping: () => boolean;
}

/** A dependency that does not answer within this is as good as away. */
const checkTimeoutMs = 3_000;

export function registerHealthRoutes(routes: OperationRoutes, deps: HealthDeps): void {
  routes.handle(operations.getHealth, async () => ({ status: 'ok', version: deps.version }));
  routes.handle(operations.getReadiness, async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(deps.checks).map(async ([name, check]) => [name, await run(check)]),
    );
    const checks = Object.fromEntries(results) as Readiness['checks'];
    const ready = !deps.isStopping() && Object.values(checks).every((result) => result === 'ok');
    void reply.code(ready ? 200 : 503);
    return { status: ready ? 'ready' : 'not_ready', checks } satisfies Readiness;
  });
}

async function run(check: () => Promise<void>): Promise<'ok' | 'failed'> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error('no answer in time')), checkTimeoutMs);
  try {
    await Promise.race([check(), timeout.promise]);
    return 'ok';
  } catch {
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
}
