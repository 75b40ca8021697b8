import { operations, type Readiness } from '@docwright/contract';
import type { DiskState } from '../../../platform/disk/index.ts';
import type { OperationRoutes } from '../../../platform/http/index.ts';

export interface HealthDeps {
  readonly version: string;
  /** The dependencies that the process needs; each check rejects if its dependency is unavailable. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
  readonly isStopping: () => boolean;
  readonly disk: {
    readonly state: () => DiskState;
    /** Whether the database or the bundles are on the disk, in which case nothing can be created when it is full. */
    readonly holdsData: boolean;
  };
  /** Warnings in addition to the disk's warning. */
  readonly warnings: () => readonly string[];
}

/** A dependency that doesn't respond within this time counts as unavailable. */
const checkTimeoutMs = 3_000;

export function registerHealthRoutes(routes: OperationRoutes, deps: HealthDeps): void {
  routes.handle(operations.getHealth, async () => ({ status: 'ok', version: deps.version }));
  routes.handle(operations.getReadiness, async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(deps.checks).map(async ([name, check]) => [name, await run(check)]),
    );
    const disk = deps.disk.state();
    const hasRoom = disk !== 'full' || !deps.disk.holdsData;
    const ready = !deps.isStopping() && hasRoom && results.every(([, result]) => result === 'ok');
    void reply.code(ready ? 200 : 503);
    return {
      status: ready ? 'ready' : 'not_ready',
      checks: { ...(Object.fromEntries(results) as Readiness['checks']), disk },
      warnings: [...(disk === 'ok' ? [] : [diskWarnings[disk]]), ...deps.warnings()],
    } satisfies Readiness;
  });
}

const diskWarnings: Readonly<Record<Exclude<DiskState, 'ok'>, string>> = {
  low: 'The disk of the data folder is nearly full.',
  full: 'The disk of the data folder is full: jobs wait until space is freed.',
};

async function run(check: () => Promise<void>): Promise<'ok' | 'failed'> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error('no response in time')), checkTimeoutMs);
  try {
    await Promise.race([check(), timeout.promise]);
    return 'ok';
  } catch {
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
}
