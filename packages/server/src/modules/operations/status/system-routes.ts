import { deploymentKinds, operations, type System } from '@docwright/contract';
import { features, featureTable } from '@docwright/bundle';
import type { OperationRoutes } from '../../../platform/http/index.ts';

type Rule = System['retention'][number];

export interface SystemDeps {
  /** Values that don't change while the process runs. */
  readonly facts: Omit<System, 'database' | 'blobStore' | 'jobEngine' | 'retention' | 'features'>;
  readonly database: { readonly kind: string; readonly readVersion: () => Promise<string> };
  readonly blobStore: { readonly kind: string; readonly check: () => Promise<void> };
  readonly readQueues: () => Promise<System['jobEngine']['queues']>;
  readonly rules: readonly Omit<Rule, 'lastRun'>[];
  /** The last run of each rule, by its name. */
  readonly readRuns: () => Promise<ReadonlyMap<string, Rule['lastRun']>>;
}

/** A dependency that doesn't respond within this time counts as unavailable. */
const checkTimeoutMs = 3_000;

export function registerSystemRoutes(routes: OperationRoutes, deps: SystemDeps): void {
  routes.handle(operations.getSystem, async () => {
    const [version, blobs, queues, runs] = await Promise.all([
      inTime(deps.database.readVersion()),
      inTime(deps.blobStore.check().then(() => true)),
      inTime(deps.readQueues()),
      inTime(deps.readRuns()),
    ]);
    return {
      ...deps.facts,
      database: { status: toStatus(version), kind: deps.database.kind, detail: version ?? null },
      blobStore: { status: toStatus(blobs), kind: deps.blobStore.kind, detail: null },
      jobEngine: { status: toStatus(queues), queues: queues ?? [] },
      retention: deps.rules.map((rule) => ({ ...rule, lastRun: runs?.get(rule.name) ?? null })),
      features: features.map((feature) => ({
        feature,
        deployments: deploymentKinds.map((kind) => ({ kind, support: featureTable[feature].availability[kind] })),
      })),
    } satisfies System;
  });
}

const toStatus = (found: unknown): 'ok' | 'failed' => (found === undefined ? 'failed' : 'ok');

/**
 * Returns the promise's value, or `undefined` if the promise rejects or takes too long, because this page must also
 * work when parts of the installation fail.
 */
async function inTime<T>(asked: Promise<T>): Promise<T | undefined> {
  const timeout = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => timeout.resolve(undefined), checkTimeoutMs);
  try {
    return await Promise.race([asked, timeout.promise]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
