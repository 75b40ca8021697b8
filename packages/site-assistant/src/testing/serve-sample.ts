import {
  BodyCache,
  openAnswerSlots,
  createSiteListener,
  ListeningServers,
  PlaygroundProxy,
  ServedSite,
  SiteAnswers,
  PreparedBudget,
} from '@docwright/site-server';
import type { SiteSource } from '@docwright/site-server';
import { defaultServiceSettings, type SiteServiceSettings } from '../http/service-settings.ts';
import { createSiteService } from '../http/site-service.ts';
import { defaultTurnLimits } from '../turn/turn-request.ts';

export interface ServedSample extends AsyncDisposable {
  /** `http://127.0.0.1:4711` */
  readonly origin: string;
  readonly errors: unknown[];
  /** Advances the clock of the limits. */
  pass(ms: number): void;
}

/** A real server in front of a sample site, with its services. */
export async function serveSample(
  source: SiteSource,
  changes: Partial<SiteServiceSettings> = {},
): Promise<ServedSample> {
  const errors: unknown[] = [];
  let now = 0;
  let ids = 0;
  const settings = { ...defaultServiceSettings, turn: defaultTurnLimits, ...changes };
  const serviceOf = createSiteService(settings, {
    nowMs: () => now,
    newId: () => `id_${++ids}`,
    onError: (error) => void errors.push(error),
  });
  const proxy = { allowedPrivateHosts: [], timeoutMs: 1, maxRequestBytes: 1, maxResponseBytes: 1, maxConcurrent: 1 };
  const served = new ServedSite('sample', new PlaygroundProxy({ enabled: false, ...proxy }), serviceOf());
  const answers = {
    policyMode: 'enforce' as const,
    allowedSources: [],
    prepared: new PreparedBudget(100),
    site: 'sample',
    slots: openAnswerSlots(),
  };
  served.show([new SiteAnswers(source, new BodyCache(1_000_000), answers)]);
  const observer = { answered: () => undefined, failed: (_: unknown, error: unknown) => void errors.push(error) };
  const shared = { observer, nowMs: Date.now, isStopping: () => false, networkOf: () => '' };
  const limits = { maxConnections: 200, connectionsPerAddress: 0, trustedProxies: [], requestMs: 60_000 };
  const servers = new ListeningServers({ address: '127.0.0.1', ...limits, shutdownMs: 0 });
  const origin = await servers.listen(0, createSiteListener({ ...shared, find: () => served }));
  return {
    origin,
    errors,
    pass: (ms) => void (now += ms),
    [Symbol.asyncDispose]: () => servers.stop(),
  };
}
