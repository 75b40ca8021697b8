/** The operations on projects, with two existing repositories on the embedded host and an owner on GitHub. */
import { tmpdir } from 'node:os';
import { systemClock } from '../../../../platform/clock/index.ts';
import { createGit, resolveGitSettings } from '../../../../platform/git/index.ts';
import type { Identity } from '../../../../platform/http/index.ts';
import { HOME, OTHER } from '../../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleAnswer, type ModuleRoutes } from '../../../../testing/module-routes.ts';
import { hasActiveJob } from '../../../agent/agent-jobs/index.ts';
import type { IdempotencyTables } from '../../../foundation/idempotency/index.ts';
import { hasUnfinishedExport } from '../../../publishing/exports/index.ts';
import {
  createLocalCodeHost,
  defaultLocalCodeHostSettings,
  type LocalCodeHostTables,
} from '../../../sources/local-code-host/index.ts';
import { registerProjectRoutes } from '../routes.ts';
import type { ProjectTables } from '../store.ts';

type Tables = ProjectTables & IdempotencyTables & LocalCodeHostTables;

export interface ProjectService extends ModuleRoutes<Tables> {
  /** Deleted projects that were reported to have remaining data. */
  readonly deleted: readonly string[];
  create(body?: object, options?: Options): Promise<ModuleAnswer>;
  change(id: string, body: object, options?: Options): Promise<ModuleAnswer>;
  remove(id: string, as?: Partial<Identity>): Promise<ModuleAnswer>;
  listEvents(target: string): Promise<readonly string[]>;
}
interface Options {
  readonly as?: Partial<Identity>;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function openProjectService({ maxProjects = 10_000 } = {}): Promise<ProjectService> {
  const deleted: string[] = [];
  const service = await openModuleRoutes<Tables>((routes, { database }) => {
    const localCodeHost = createLocalCodeHost({
      database,
      git: createGit(resolveGitSettings({ homeFolder: tmpdir(), localRoot: tmpdir() })),
      root: tmpdir(),
      baseUrl: 'https://docs.example',
      viewSecrets: [Buffer.alloc(32, 7)],
      clock: systemClock,
      newRepositoryId: () => 'unused',
      settings: defaultLocalCodeHostSettings,
    });
    registerProjectRoutes(routes, {
      database,
      rules: { baseUrl: 'https://docs.example', hosts: [{ kind: 'github', webUrl: 'https://github.com' }] },
      localCodeHost,
      findConnected: (organizationId) => Promise.resolve(organizationId === HOME ? ['https://github.com/acme/*'] : []),
      isKnownModel: (model) => model.startsWith('builtin/'),
      defaultModel: 'builtin/rules-1',
      maxProjects,
      hasUnfinishedJobs: async (tx, id) => (await hasActiveJob(tx, id)) || (await hasUnfinishedExport(tx, id)),
      onDeleted: (_tx, id) => {
        deleted.push(id);
        return Promise.resolve();
      },
    });
  });
  await service.database.pool.query(`UPDATE organizations SET slug = replace(id, 'org_', '')`);
  for (const [id, organization, name] of [
    ['repo_1', HOME, 'docs'],
    ['repo_2', HOME, 'handbook'],
    ['repo_3', OTHER, 'docs'],
  ]) {
    await service.database.pool.query(
      `INSERT INTO local_repositories (id, organization_id, name, default_branch) VALUES ($1, $2, $3, 'main')`,
      [id, organization, name],
    );
  }
  return {
    ...service,
    deleted,
    create: (body = {}, options = {}) =>
      service.request('POST', '/v1/projects', {
        body: { name: 'Docs', repository: 'local:docs', ...body },
        ...options,
      }),
    change: (id, body, options = {}) => service.request('PATCH', `/v1/projects/${id}`, { body, ...options }),
    remove: (id, as = {}) => service.request('DELETE', `/v1/projects/${id}`, { as }),
    listEvents: async (target) => {
      const { rows } = await service.database.pool.query<{ event: string }>(
        `SELECT action || CASE result WHEN 'success' THEN '' ELSE ' ' || result END AS event
         FROM audit_events WHERE target_id = $1 OR (target_id IS NULL AND target_name = $1) ORDER BY id`,
        [target],
      );
      return rows.map(({ event }) => event);
    },
  };
}
