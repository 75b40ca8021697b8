/** Readers' access for tests: real routes and PostgreSQL. Names resolve without a network. */
import { randomBytes } from 'node:crypto';
import { createUrlCheck } from '../../../../platform/http-client/index.ts';
import { createSecretBox, type SecretBox } from '../../../../platform/secret-box/index.ts';
import { insertProject } from '../../../../testing/insert-project.ts';
import {
  openModuleRoutes,
  type ModuleAnswer,
  type ModuleRequest,
  type ModuleRoutes,
} from '../../../../testing/module-routes.ts';
import { PasswordHasher } from '../../../identity/accounts/index.ts';
import type { PublishEvent } from '../../../project-config/webhooks/index.ts';
import type { Tables } from '../find-access-site.ts';
import { registerSiteAccessRoutes } from '../routes.ts';

type Event = Parameters<PublishEvent>[1];

export const privateHost = 'http://127.0.0.1:4444';

/** The addresses of the tests' names. Any other name has a public address. */
const addresses: Readonly<Record<string, string>> = { 'intranet.example.com': '10.0.0.7' };

export interface TestAccess {
  readonly service: ModuleRoutes<Tables>;
  readonly secretBox: SecretBox;
  /** Events sent to webhooks, in order. */
  readonly events: Event[];
  /** Projects whose live site was built again, in order. */
  readonly redeployed: string[];
  /** Readers' tokens, which edges store. */
  readonly tokens: { readonly environmentId: string; readonly createdAt: Date }[];
  /** Milliseconds by which the service's clock is ahead. */
  readonly time: { aheadMs: number };
  /** Whether edges request client certificates. */
  readonly checks: { requestsCertificates: boolean };
  /** Adds a project, with its requests below `/v1/projects/{projectId}/access`. */
  addSite(): Promise<TestSite>;
  close(): Promise<void>;
}

export interface TestSite {
  readonly projectId: string;
  request(method: string, rest?: string, more?: ModuleRequest): Promise<ModuleAnswer>;
  put(body: unknown, more?: ModuleRequest): Promise<ModuleAnswer>;
  /** `action key=value …` of the project's audit events, oldest first. */
  audit(): Promise<string[]>;
}

export async function openAccess(): Promise<TestAccess> {
  const secretBox = createSecretBox({ current: randomBytes(32), previous: [] });
  const events: Event[] = [];
  const redeployed: string[] = [];
  const tokens: TestAccess['tokens'] = [];
  const time = { aheadMs: 0 };
  const checks = {
    checkUrl: createUrlCheck({ allowedPrivateHosts: [privateHost] }, (name, callback) =>
      callback(null, [{ address: addresses[name] ?? '93.184.215.14', family: 4 }]),
    ),
    privateHosts: [privateHost],
    requestsCertificates: false,
  };
  let count = 0;
  const service = await openModuleRoutes<Tables>((routes, { database }) =>
    registerSiteAccessRoutes(routes, {
      database,
      secretBox,
      passwords: new PasswordHasher(),
      checks,
      sites: { scheme: 'https', domain: 'sites.example', port: undefined },
      publishEvent: async (_tx, event) => void events.push(event),
      readerTokens: {
        count: async (_db, environmentId, since) =>
          tokens.filter((one) => one.environmentId === environmentId && one.createdAt > (since ?? new Date(0))).length,
        deleteAll: async (_tx, environmentId) => {
          const left = tokens.filter((one) => one.environmentId !== environmentId);
          return tokens.splice(0, tokens.length, ...left).length - left.length;
        },
      },
      redeploy: async (_tx, { project }) => void redeployed.push(project.id),
      clock: { now: () => Date.now() + time.aheadMs, monotonicMs: () => performance.now() },
    }),
  );
  return {
    service,
    secretBox,
    events,
    redeployed,
    tokens,
    checks,
    time,
    addSite: async () => {
      count += 1;
      const projectId = await insertProject(service.database, `proj_${count}`);
      return toSite(service, projectId);
    },
    close: () => service.close(),
  };
}

function toSite(service: ModuleRoutes<Tables>, projectId: string): TestSite {
  const request: TestSite['request'] = (method, rest = '', more = {}) =>
    service.request(method, `/v1/projects/${projectId}/access${rest}`, more);
  return {
    projectId,
    request,
    put: (body, more = {}) => request('PUT', '', { body, ...more }),
    audit: async () => {
      const { rows } = await service.database.pool.query<{ action: string; details: Record<string, unknown> }>(
        `select action, details from audit_events where target_id = $1 and result = 'success' order by id`,
        [projectId],
      );
      return rows.map(({ action, details }) =>
        [action, ...Object.entries(details).map(([name, value]) => `${name}=${JSON.stringify(value)}`)].join(' '),
      );
    },
  };
}
