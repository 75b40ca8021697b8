import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { operations, type Operation, type OperationId } from '@docwright/contract';
import {
  startFakeEnterprise,
  type FakeEnterprise,
} from '../../packages/server/src/platform/code-host/testing/fake-hosts/fake-enterprise.ts';
import { invite, setUpOwner, type Browser } from './browser.ts';
import {
  automationOf,
  putAutomation,
  putCodeHost,
  putConversation,
  putFeedback,
  putForkPullRequest,
  putSuggestion,
} from './authority-objects.ts';
import { startTestService, until, type Answer, type TestService } from '../api/test-service.ts';

/** Tables that only record changes. Recording the last use of a key or session isn't a change either. */
const bookkeeping = new Set(['audit_events', 'idempotency_keys', 'rate_uses', 'limit_blocks', 'migrations']);
const lastUses = ['last_used_at', 'updated_at', 'last_seen_at', 'pr_checked_at'];

/**
 * Operations that use POST only because their query is in the body. Changes by an MCP tool are recorded as the
 * operation that the tool calls.
 */
const onlyLooks: ReadonlySet<string> = new Set<OperationId>([
  'checkRepository',
  'checkDraft',
  'previewDraft',
  'searchDiscovery',
  'readDiscoveryPage',
  'sendAssistantMessage',
  'sendMcpMessage',
  // Marks only the caller's own notifications as read.
  'readNotifications',
]);

/** Readers' actions, which a host forwards every few seconds, aren't changes by the host. */
const readersDoings: ReadonlySet<string> = new Set<OperationId>(['sendAnalyticsEvents']);

const mutating = (Object.entries(operations) as [OperationId, Operation][]).filter(
  ([id, { method }]) => method !== 'GET' && !onlyLooks.has(id) && !readersDoings.has(id),
);

let github: FakeEnterprise;

type Scenario = (service: TestService, owner: Browser) => Promise<() => Promise<Answer>>;

describe('the audit log', () => {
  let service: TestService;
  let owner: Browser;
  const query = (text: string, values: readonly unknown[] = []) =>
    service.api.platform.database.pool.query(text, [...values]);

  before(async () => {
    github = await startFakeEnterprise();
    service = await startTestService({
      worker: true,
      settings: {
        privateModelHosts: 'http://127.0.0.1:9',
        privateWebhookHosts: 'http://127.0.0.1:9',
        privateGitHosts: `http://${github.host}`,
      },
    });
    owner = await setUpOwner(service);
    await watchTables();
  });
  after(async () => {
    await service.stop();
    await github.close();
  });

  /** Records the table's name for every row that a statement adds, removes or changes. */
  const watchTables = async (): Promise<void> => {
    await query('create unlogged table test_changes (id bigint generated always as identity, name text not null)');
    const without = `'{${lastUses.join(',')}}'::text[]`;
    await query(`create function test_note_change() returns trigger language plpgsql as $$ begin
      if tg_op = 'UPDATE' and to_jsonb(old) - ${without} = to_jsonb(new) - ${without} then return null; end if;
      insert into public.test_changes (name) values (tg_table_name); return null; end $$`);
    const { rows } = await query(
      // A partition has its table's trigger.
      `select relname as tablename from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and not relispartition and relname <> 'test_changes'`,
    );
    for (const { tablename } of rows as { tablename: string }[]) {
      if (bookkeeping.has(tablename)) continue;
      await query(
        `create trigger test_note_change after insert or update or delete on "${tablename}" for each row execute function test_note_change()`,
      );
    }
  };
  const counts = async () => {
    const { rows } = await query(
      `select (select coalesce(max(id), 0) from test_changes)::int as changes, (select count(*) from audit_events)::int as events`,
    );
    return rows[0] as { changes: number; events: number };
  };
  const changedSince = async (id: number): Promise<string[]> => {
    const { rows } = await query('select distinct name from test_changes where id > $1 order by 1', [id]);
    return rows.map(({ name }: { name: string }) => name);
  };

  for (const [id] of mutating) {
    test(`has an event for ${id}`, async () => {
      const scenario: Scenario | undefined = scenarios[id];
      assert.ok(scenario, `${id} changes something: add a call to this table, so that its event is tested`);
      const act = await scenario(service, owner);
      const start = await counts();
      const answer = await act();
      assert.ok(answer.status < 300, `${answer.status} ${answer.text}`);
      const end = await counts();
      const changed = await changedSince(start.changes);
      assert.ok(end.events > start.events, `no event, but changed tables: ${changed.join(', ') || 'nothing'}`);
    });
  }

  test('needs no events for GET operations, because none of them changes a row', async () => {
    const paths = (Object.values(operations) as Operation[]).filter(({ method }) => method === 'GET');
    const job = await endedJob(service);
    const exported = await endedExport(service);
    // The worker may still be sending webhooks about the job and the export.
    await service.stopWorker();
    const start = await counts();
    for (const { path } of paths) {
      const full = path
        .replace('{projectId}', service.projectId)
        .replace('{jobId}', exported)
        .replace('{otherJobId}', exported)
        .replace('{name}', 'example-docs')
        .replace('{id}', job);
      await service.request('GET', `${full}${full.endsWith('/audit-events/export') ? '?format=csv' : ''}`);
    }
    assert.deepEqual(await changedSince(start.changes), []);
  });
});

const ok = (answer: Answer): Answer => {
  assert.ok(answer.status < 300, answer.text);
  return answer;
};
const post = async (service: TestService, path: string, body?: unknown): Promise<Answer> =>
  ok(await service.request('POST', path, body === undefined ? {} : { body }));

let made = 0;
async function newProject(service: TestService): Promise<string> {
  const body = { name: `P${(made += 1)}`, repository: `${service.baseUrl}/git/example-docs.git` };
  return (await post(service, '/v1/projects', body)).json.id;
}
/** Adds a domain to the example project. */
async function newDomain(service: TestService): Promise<string> {
  const body = { domain: `d${(made += 1)}.example.com` };
  return (await post(service, `${projectPath(service)}/domains`, body)).json.domain;
}
/** Creates a project with a repository on another code host, to which no requests are sent here. */
async function projectElsewhere(service: TestService): Promise<string> {
  const body = { name: `P${(made += 1)}`, repository: 'https://github.com/example/docs' };
  return (await post(service, '/v1/projects', body)).json.id;
}
async function endedJob(service: TestService, prompt = `Append section "${(made += 1)}" to quickstart: "x"`) {
  const path = `/v2/agent/${service.projectId}/job`;
  const { json } = await post(service, path, { prompt });
  await until(
    () => service.request('GET', `${path}/${json.id as string}?wait=30`),
    (answer) => answer.json.status !== 'active',
  );
  return json.id as string;
}
async function endedExport(service: TestService): Promise<string> {
  const { json } = await post(service, '/v1/static-export/jobs', { domain: service.domain });
  await until(
    () => service.request('GET', `/v1/static-export/jobs/${json.jobId as string}`),
    (answer) => ['completed', 'failed'].includes(answer.json.status),
  );
  return json.jobId as string;
}
const jobPath = (service: TestService, id: string): string => `/v2/agent/${service.projectId}/job/${id}`;
const webhook = { url: 'http://127.0.0.1:9/hook', events: ['agent.job.completed'] };
const endpoint = async (service: TestService): Promise<string> =>
  (await post(service, '/v1/webhook-endpoints', webhook)).json.id;
const codeHost = async (service: TestService): Promise<string> => {
  const id = String((made += 1));
  await putCodeHost(service, service.organizationId, id);
  return `ch_${id}`;
};
const projectPath = (service: TestService): string => `/v1/projects/${service.projectId}`;
const publicKeysPath = (service: TestService): string => `${projectPath(service)}/public-keys`;
const publicKey = { name: 'k', allowedOrigins: ['https://www.example.com'] };
const newPublicKey = async (service: TestService): Promise<string> =>
  (await post(service, publicKeysPath(service), publicKey)).json.id;
/** A request that needs no preparation. */
const direct =
  (method: string, path: (service: TestService) => string, body?: unknown): Scenario =>
  async (service) =>
  () =>
    service.request(method, path(service), body === undefined ? {} : { body });
/** A request about an object that is created first. */
const on =
  (
    make: (service: TestService) => Promise<string>,
    method: string,
    path: (id: string, service: TestService) => string,
    body?: unknown,
  ): Scenario =>
  async (service) => {
    const id = await make(service);
    return () => service.request(method, path(id, service), body === undefined ? {} : { body });
  };
const automation = { name: 'Nightly', trigger: { type: 'event' }, instructions: 'fix broken links' };
const nightly = async (service: TestService): Promise<string> => {
  await putAutomation(service, service.projectId);
  return automationOf(service.projectId);
};
const onAutomation = (method: string, tail: string, body?: unknown): Scenario =>
  on(nightly, method, (id, service) => `${projectPath(service)}/automations/${id}${tail}`, body);
const draftOf = (project: string): string => `/v1/projects/${project}/drafts/main`;
/** A request about the draft of a new project, so that the change is the author's first one. */
const onDraft =
  (method: string, tail: string, body: (version: string) => unknown = () => undefined): Scenario =>
  async (service) => {
    const project = await newProject(service);
    const { json } = await service.request('GET', `${draftOf(project)}/files/index.mdx`);
    const version = json.version as string;
    const sent = body(version);
    return () =>
      service.request(
        method,
        `${draftOf(project)}${tail.replace('{version}', version)}`,
        sent === undefined ? {} : { body: sent },
      );
  };
/** A request about a draft with a changed page; the author's session has ended. */
const onSavedDraft =
  (method: string, tail: string, body: (version: string) => unknown = () => undefined): Scenario =>
  async (service) => {
    const project = await newProject(service);
    const path = `${draftOf(project)}/files/index.mdx`;
    const { json } = await service.request('GET', path);
    const put = await service.request('PUT', path, { body: { content: '# New\n', version: json.version } });
    await service.api.platform.database.pool.query(`update draft_authors set saved_at = now() - interval '1 hour'`);
    await service.api.platform.database.pool.query(
      `update draft_files set conflict_commit = repeat('a', 40)
      where draft_id in (select id from drafts where project_id = $1) and $2`,
      [project, tail === '/resolve'],
    );
    const sent = body(put.json.version as string);
    return () => service.request(method, `${draftOf(project)}${tail}`, sent === undefined ? {} : { body: sent });
  };
/** A request about a suggested change in a new project. */
const onThread =
  (method: string, tail: string, body?: unknown, before?: string): Scenario =>
  async (service) => {
    const project = await newProject(service);
    const suggestion = {
      file: 'index.mdx',
      quote: '---',
      from: 0,
      ...(tail !== '/resolve' && { replacement: '--- ' }),
    };
    const { json } = await post(service, `${draftOf(project)}/comments`, { ...suggestion, text: 'x' });
    const thread = `/v1/projects/${project}/comments/${json.id as string}`;
    if (before !== undefined) await post(service, `${thread}${before}`, undefined);
    const path = `${thread}${tail.replace('{comment}', json.comments[0].id as string)}`;
    return () => service.request(method, path, body === undefined ? {} : { body });
  };
const newMember = async (service: TestService, owner: Browser): Promise<string> => {
  const email = `m${(made += 1)}@example.com`;
  const guest = await invite(service, owner, { email, role: 'viewer' });
  return (await guest.request('GET', '/v1/me')).json.user.id;
};
const models = [
  { provider: 'openai', model: 'gpt-x', baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'key-of-a-model-service' },
];

const scenarios: Partial<Record<OperationId, Scenario>> = {
  createAgentJob: direct('POST', ({ projectId }) => `/v2/agent/${projectId}/job`, { prompt: 'x' }),
  createAgentJobV1: direct('POST', ({ projectId }) => `/v1/agent/${projectId}/job`, {
    messages: [{ role: 'user', content: 'x' }],
  }),
  sendAgentJobMessage: on(endedJob, 'POST', (id, service) => `${jobPath(service, id)}/message`, { prompt: 'y' }),
  putDraftFile: onDraft('PUT', '/files/index.mdx', (version) => ({ content: '# New\n', version })),
  deleteDraftFile: onDraft('DELETE', '/files/index.mdx?version={version}&redirectTo=quickstart'),
  moveDraftFile: onDraft('POST', '/move', () => ({ from: 'index.mdx', to: 'moved.mdx' })),
  uploadDraftMedia: onDraft('POST', '/media', () => ({ name: 'a.png', content: 'eA==' })),
  restoreDraftFile: onSavedDraft('POST', '/restore', () => ({ file: 'index.mdx' })),
  resolveDraftConflict: onSavedDraft('POST', '/resolve', (version) => ({ file: 'index.mdx', keep: 'draft', version })),
  deleteDraft: onSavedDraft('DELETE', ''),
  publishDraft: onSavedDraft('POST', '/publish', () => ({ action: 'create_branch' })),
  askAgent: async (service) => {
    const project = await newProject(service);
    return () => post(service, `${draftOf(project)}/ask`, { prompt: 'x' });
  },
  createCommentThread: async (service) => {
    const project = await newProject(service);
    const body = { file: 'index.mdx', quote: '---', from: 0, text: 'x' };
    return () => post(service, `${draftOf(project)}/comments`, body);
  },
  replyToCommentThread: onThread('POST', '/replies', { text: 'x' }),
  updateComment: onThread('PATCH', '/replies/{comment}', { text: 'y' }),
  deleteComment: onThread('DELETE', '/replies/{comment}'),
  resolveCommentThread: onThread('POST', '/resolve'),
  reopenCommentThread: onThread('POST', '/reopen', undefined, '/reject'),
  acceptSuggestedChange: onThread('POST', '/accept'),
  rejectSuggestedChange: onThread('POST', '/reject'),
  updateDraftSettings: direct('PATCH', (service) => `${projectPath(service)}/draft-settings`, { blockErrors: false }),
  createAutomation: direct('POST', (service) => `${projectPath(service)}/automations`, automation),
  updateAutomation: onAutomation('PATCH', '', { name: 'Weekly' }),
  deleteAutomation: onAutomation('DELETE', ''),
  rotateAutomationSecret: async (service) => {
    const { json } = await post(service, `${projectPath(service)}/automations`, automation);
    return () => post(service, `${projectPath(service)}/automations/${json.id as string}/rotate-secret`, undefined);
  },
  runAutomation: onAutomation('POST', '/run'),
  dryRunAutomation: onAutomation('POST', '/dry-run', { diff: true }),
  triggerWorkflow: on(nightly, 'POST', (id, { projectId }) => `/v1/workflow/${projectId}/${id}/trigger`),
  cancelAgentJob: async (service) => {
    const { pool } = service.api.platform.database;
    const projectId = await newProject(service);
    // A job that no worker has started yet is postponed, so that it can't end before it is canceled.
    for (;;) {
      const { id } = (await post(service, `/v2/agent/${projectId}/job`, { prompt: 'x' })).json;
      const { rowCount } = await pool.query(
        `update pgboss.job set start_after = now() + interval '1 hour' where state = 'created' and data ->> 'agentJobId' = $1`,
        [id],
      );
      if (rowCount === 1) return () => service.request('POST', `/v2/agent/${projectId}/job/${id}/cancel`);
    }
  },
  archiveAgentJob: on(endedJob, 'POST', (id, service) => `${jobPath(service, id)}/archive`),
  mergeAgentJobPullRequest: async (service) => {
    const path = jobPath(service, await endedJob(service));
    const { headCommit } = (await service.request('GET', path)).json.pullRequest;
    return () => service.request('POST', `${path}/pull-request/merge`, { body: { headCommit } });
  },
  closeAgentJobPullRequest: on(endedJob, 'POST', (id, service) => `${jobPath(service, id)}/pull-request/close`),
  commentOnAgentJobPullRequest: on(endedJob, 'POST', (id, service) => `${jobPath(service, id)}/pull-request/comments`, {
    text: 'Looks good.',
  }),
  previewAgentJob: on(endedJob, 'POST', (id, service) => `${jobPath(service, id)}/preview`),
  startStaticExport: async (service) => () =>
    service.request('POST', '/v1/static-export/jobs', { body: { domain: service.domain } }),
  startProjectStaticExport: on(newProject, 'POST', (id) => `/v1/static-export/${id}/jobs`, {}),
  createStaticExportBundle: on(endedExport, 'POST', (id) => `/v1/static-export/jobs/${id}/bundle`),
  previewStaticExport: on(endedExport, 'POST', (id) => `/v1/static-export/jobs/${id}/preview`),
  cancelStaticExport: async (service) => {
    const { json } = await post(service, `/v1/static-export/${await newProject(service)}/jobs`, {});
    return () => service.request('POST', `/v1/static-export/jobs/${json.jobId as string}/cancel`);
  },
  updateProjectSite: direct('POST', ({ projectId }) => `/v1/project/update/${projectId}`),
  createPreviewDeployment: direct('POST', ({ projectId }) => `/v1/project/preview/${projectId}`, { branch: 'main' }),
  promoteDeployment: async (service) => {
    const { json } = await post(service, `/v1/project/update/${service.projectId}`, {});
    const id = json.statusId as string;
    const { pool } = service.api.platform.database;
    await pool.query(`update site_deployments set status = 'success', ended_at = now() where id = $1`, [id]);
    return () => service.request('POST', `${projectPath(service)}/deployments/${id}/promote`);
  },
  cancelDeployment: on(
    async (service) => (await post(service, `/v1/project/update/${service.projectId}`, {})).json.statusId,
    'POST',
    (id, service) => `${projectPath(service)}/deployments/${id}/cancel`,
  ),
  createPreviewLink: on(
    async (service) => {
      await post(service, `/v1/project/preview/${service.projectId}`, { branch: 'linked' });
      return 'linked';
    },
    'POST',
    (branch, service) => `${projectPath(service)}/previews/${branch}/link`,
  ),
  deletePreview: on(
    async (service) => {
      await post(service, `/v1/project/preview/${service.projectId}`, { branch: 'gone' });
      return 'gone';
    },
    'DELETE',
    (branch, service) => `${projectPath(service)}/previews/${branch}`,
  ),
  approvePullRequest: async (service) => {
    await putForkPullRequest(service, service.projectId);
    return () =>
      service.request('POST', `${projectPath(service)}/pull-requests/7/approve`, { body: { commit: 'c0ffee' } });
  },
  addDomain: direct('POST', (service) => `${projectPath(service)}/domains`, { domain: 'new.example.com' }),
  checkDomain: on(newDomain, 'POST', (domain, service) => `${projectPath(service)}/domains/${domain}/check`),
  makeDomainPrimary: on(
    async (service) => {
      const domain = await newDomain(service);
      const { pool } = service.api.platform.database;
      await pool.query(`update site_domains set claimed_at = now() where domain = $1`, [domain]);
      return domain;
    },
    'POST',
    (domain, service) => `${projectPath(service)}/domains/${domain}/primary`,
  ),
  removeDomain: on(newDomain, 'DELETE', (domain, service) => `${projectPath(service)}/domains/${domain}`),
  updateSite: direct('PATCH', (service) => `${projectPath(service)}/site`, { previews: true }),
  setPreviewPassword: direct('PUT', (service) => `${projectPath(service)}/preview-passwords/Press`),
  deletePreviewPassword: on(
    async (service) => {
      await service.request('PUT', `${projectPath(service)}/preview-passwords/Gone`);
      return 'Gone';
    },
    'DELETE',
    (label, service) => `${projectPath(service)}/preview-passwords/${label}`,
  ),
  setSiteAccess: direct('PUT', (service) => `${projectPath(service)}/access`, { mode: 'members' }),
  setReaderPassword: direct('PUT', (service) => `${projectPath(service)}/access/passwords/Press`),
  deleteReaderPassword: on(
    async (service) => {
      await service.request('PUT', `${projectPath(service)}/access/passwords/Gone`);
      return 'Gone';
    },
    'DELETE',
    (label, service) => `${projectPath(service)}/access/passwords/${label}`,
  ),
  createReaderKey: direct('POST', (service) => `${projectPath(service)}/access/keys`, {}),
  deleteReaderKey: on(
    async (service) => (await post(service, `${projectPath(service)}/access/keys`, {})).json.id,
    'DELETE',
    (id, service) => `${projectPath(service)}/access/keys/${id}`,
  ),
  signOutReaders: direct('POST', (service) => `${projectPath(service)}/access/sign-out-everyone`),
  revokeReaderTokens: direct('POST', (service) => `${projectPath(service)}/access/revoke-reader-tokens`),
  startTestSignIn: async (service) => {
    await post(service, `${projectPath(service)}/access/keys`, {});
    const body = { mode: 'jwt', jwt: { loginUrl: 'https://login.example.com' } };
    return () => service.request('POST', `${projectPath(service)}/access/test-sign-in`, { body });
  },
  setStorageQuota: async (service) => async () => {
    const { id } = (await service.request('GET', '/v1/organization')).json as { id: string };
    return service.request('PUT', '/v1/storage-quotas', { body: { organization: id, megabytes: 5_000 } });
  },
  takeDownSite: direct('POST', () => '/v1/takedowns', { site: 'example-docs', reason: 'x' }),
  liftTakedown: on(
    async (service) => (await post(service, '/v1/takedowns', { site: 'example-docs', reason: 'x' })).json.site,
    'DELETE',
    (site) => `/v1/takedowns?site=${site}`,
  ),
  createProject: async (service) => () =>
    service.request('POST', '/v1/projects', {
      body: { name: 'New', repository: `${service.baseUrl}/git/example-docs.git` },
    }),
  updateProject: direct('PATCH', projectPath, { name: 'Renamed' }),
  deleteProject: on(newProject, 'DELETE', (id) => `/v1/projects/${id}`),
  createApiKey: direct('POST', () => '/v1/api-keys', { name: 'k' }),
  rollApiKey: on(
    async (service) => (await post(service, '/v1/api-keys', { name: 'r' })).json.id,
    'POST',
    (id) => `/v1/api-keys/${id}/roll`,
    {},
  ),
  revokeApiKey: on(
    async (service) => (await post(service, '/v1/api-keys', { name: 'r' })).json.id,
    'POST',
    (id) => `/v1/api-keys/${id}/revoke`,
  ),
  createPublicKey: direct('POST', publicKeysPath, publicKey),
  updatePublicKey: on(newPublicKey, 'PATCH', (id, service) => `${publicKeysPath(service)}/${id}`, { name: 'other' }),
  rollPublicKey: on(newPublicKey, 'POST', (id, service) => `${publicKeysPath(service)}/${id}/roll`, {}),
  revokePublicKey: on(newPublicKey, 'POST', (id, service) => `${publicKeysPath(service)}/${id}/revoke`),
  setBudget: direct('PUT', () => '/v1/budgets', { usd: 100 }),
  deleteBudget: on(
    async (service) => {
      await service.request('PUT', '/v1/budgets', { body: { usd: 100, projectId: service.projectId } });
      return service.projectId;
    },
    'DELETE',
    (id) => `/v1/budgets?projectId=${id}`,
  ),
  updateOrganization: direct('PATCH', () => '/v1/organization', { name: 'Other name' }),
  updateAgentSettings: direct('PATCH', (service) => `${projectPath(service)}/agent-settings`, {
    instructions: 'Be brief.',
  }),
  setSearchChecks: direct('PUT', (service) => `${projectPath(service)}/search-checks`, { questions: [] }),
  updateAssistantSettings: direct('PATCH', (service) => `${projectPath(service)}/assistant`, { retentionDays: 7 }),
  deleteAssistantConversation: on(
    async (service) => {
      await putConversation(service, service.projectId);
      return `of%20${service.projectId}`;
    },
    'DELETE',
    (id, service) => `${projectPath(service)}/assistant/conversations/${id}`,
  ),
  deleteAssistantConversations: direct('DELETE', (service) => `${projectPath(service)}/assistant/conversations`),
  deleteFeedback: on(
    (service) => putFeedback(service, service.projectId),
    'DELETE',
    (id, { projectId }) => `/v1/analytics/${projectId}/feedback/${id}`,
  ),
  updateSuggestion: on(
    (service) => putSuggestion(service, service.projectId),
    'PATCH',
    (id, service) => `${projectPath(service)}/suggestions/${id}`,
    { status: 'open' },
  ),
  createSuggestionJob: on(
    (service) => putSuggestion(service, service.projectId),
    'POST',
    (id, service) => `${projectPath(service)}/suggestions/${id}/job`,
    {},
  ),
  updateFeedback: on(
    (service) => putFeedback(service, service.projectId),
    'PATCH',
    (id, { projectId }) => `/v1/analytics/${projectId}/feedback/${id}`,
    { status: 'resolved' },
  ),
  setProjectModels: direct('PUT', (service) => `${projectPath(service)}/models`, { models }),
  deleteProjectModels: on(
    async (service) => {
      ok(await service.request('PUT', `${projectPath(service)}/models`, { body: { models } }));
      return '';
    },
    'DELETE',
    (_id, service) => `${projectPath(service)}/models`,
  ),
  setOrganizationModels: direct('PUT', () => '/v1/organization/models', { models }),
  deleteOrganizationModels: on(
    async (service) => {
      ok(await service.request('PUT', '/v1/organization/models', { body: { models } }));
      return '';
    },
    'DELETE',
    () => '/v1/organization/models',
  ),
  testOrganizationModels: direct('POST', () => '/v1/organization/models/test', {}),
  testProjectModels: direct('POST', (service) => `${projectPath(service)}/models/test`, {}),
  createRepository: direct('POST', () => '/v1/repositories', { name: 'fresh' }),
  createRepositoryCommit: on(
    async (service) => (await post(service, '/v1/repositories', { name: 'committed' })).json.name,
    'POST',
    (name) => `/v1/repositories/${name}/commits`,
    { message: 'Docs', files: [{ path: 'docs.json', content: '{}' }] },
  ),
  revokeRepositoryLinks: on(
    async (service) => (await post(service, '/v1/repositories', { name: 'linked' })).json.name,
    'POST',
    (name) => `/v1/repositories/${name}/revoke-links`,
  ),
  deleteRepository: on(
    async (service) => (await post(service, '/v1/repositories', { name: 'old' })).json.name,
    'DELETE',
    (name) => `/v1/repositories/${name}`,
  ),
  createCodeHost: async (service) => {
    const body = { kind: 'github', webUrl: github.url, token: 'ghp_canary' };
    return () => service.request('POST', '/v1/code-hosts', { body });
  },
  startGitHubApp: direct('POST', () => '/v1/code-hosts/github-apps', {}),
  completeGitHubApp: async (service) => {
    const { json } = await post(service, '/v1/code-hosts/github-apps', { webUrl: github.url });
    const page = await (await fetch(json.continueUrl)).text();
    const body = { ...(await github.makeApp(page)), verifier: json.verifier };
    return () => service.request('POST', '/v1/code-hosts/github-apps/complete', { body });
  },
  updateCodeHost: on(codeHost, 'PATCH', (id) => `/v1/code-hosts/${id}`, { name: 'Git' }),
  testCodeHost: on(codeHost, 'POST', (id) => `/v1/code-hosts/${id}/test`),
  deleteCodeHost: on(codeHost, 'DELETE', (id) => `/v1/code-hosts/${id}`),
  createWebhookEndpoint: direct('POST', () => '/v1/webhook-endpoints', webhook),
  updateWebhookEndpoint: on(endpoint, 'PATCH', (id) => `/v1/webhook-endpoints/${id}`, { description: 'new' }),
  deleteWebhookEndpoint: on(endpoint, 'DELETE', (id) => `/v1/webhook-endpoints/${id}`),
  rotateWebhookSecret: on(endpoint, 'POST', (id) => `/v1/webhook-endpoints/${id}/rotate-secret`, {}),
  testWebhookEndpoint: on(endpoint, 'POST', (id) => `/v1/webhook-endpoints/${id}/test`),
  replayWebhookDelivery: async (service) => {
    const id = await endpoint(service);
    const sent = await post(service, `/v1/webhook-endpoints/${id}/test`);
    return () => service.request('POST', `/v1/webhook-endpoints/${id}/deliveries/${sent.json.id as string}/replay`);
  },
  createCodeHostHook: on(projectElsewhere, 'POST', (id) => `/v1/projects/${id}/code-host-hooks`, {}),
  deleteCodeHostHook: async (service) => {
    const hooks = `/v1/projects/${await projectElsewhere(service)}/code-host-hooks`;
    const { json } = await post(service, hooks, {});
    return () => service.request('DELETE', `${hooks}/${json.id as string}`);
  },
  setNotificationSettings: async (_service, owner) => async () => {
    const settings = [{ kind: 'feedback.created', inApp: true, mail: false }];
    const answer = await owner.request('PUT', '/v1/notification-settings', { settings });
    return answer;
  },
  updateMember: async (service, owner) => {
    const id = await newMember(service, owner);
    return () => service.request('PATCH', `/v1/organization/members/${id}`, { body: { role: 'editor' } });
  },
  removeMember: async (service, owner) => {
    const id = await newMember(service, owner);
    return () => service.request('DELETE', `/v1/organization/members/${id}`);
  },
  createInvitation: direct('POST', () => '/v1/organization/invitations', { email: 'new@example.com', role: 'viewer' }),
  revokeInvitation: on(
    async (service) =>
      (await post(service, '/v1/organization/invitations', { email: 'no@example.com', role: 'viewer' })).json.id,
    'DELETE',
    (id) => `/v1/organization/invitations/${id}`,
  ),
};
