import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '@docwright/contract';
import { grantKey } from '../../packages/server/src/modules/project-config/api-keys/index.ts';
import { createOrganization } from '../../packages/server/src/modules/identity/organizations/index.ts';
import type { TestService } from '../api/test-service.ts';
import type { Holding } from './authority-model.ts';
import { suggestionId } from '../../packages/server/src/modules/readers/suggestions/signal.ts';

/** A project that contains an object of each kind. */
export interface ProjectObjects {
  readonly projectId: string;
  readonly domain: string;
  readonly agentJobId: string;
  readonly exportJobId: string;
  readonly hookId: string;
  readonly deploymentId: string;
  readonly publicKeyId: string;
}

/** An organization's part of the table: its objects, which are restored after a cell has used them up. */
export interface Tenant {
  readonly organizationId: string;
  /** The organization's first API key. */
  readonly key: string;
  readonly repository: string;
  readonly endpoint: { readonly id: string; readonly deliveryId: string };
}

export const hourMs = 3_600_000;

/** The hours until a key expires are counted from this time, for the whole table. */
const start = Date.now();
export const endOf = (holding: Holding): Date | null =>
  holding.endsInHours === null ? null : new Date(start + holding.endsInHours * hourMs);

export async function makeKey(
  service: TestService,
  organizationId: string,
  holding: Holding,
): Promise<{ readonly id: string; readonly key: string }> {
  const { row, key } = await grantKey(service.api.platform.database.kysely, {
    organizationId,
    name: 'of the table',
    scopes: holding.scopes,
    projectIds: holding.boundTo === null ? null : [holding.boundTo],
    expiresAt: endOf(holding),
    createdBy: 'test',
  });
  return { id: row.id, key };
}

export async function makeTenant(service: TestService, name: string): Promise<Tenant> {
  const isFirst = name === 'ours';
  const organizationId = isFirst
    ? service.organizationId
    : (await createOrganization(service.api.platform.database.kysely, { name, plan: 'enterprise' })).id;
  const admin = { scopes: ['admin' as const], boundTo: null, endsInHours: null };
  const { key } = await makeKey(service, organizationId, admin);
  const repository = `${name}-docs`;
  await send(service, key, ['POST', '/v1/repositories', { name: repository }]);
  const endpoint = await makeEndpoint(service, key);
  await putCodeHost(service, organizationId, name);
  return { organizationId, key, repository, endpoint };
}

export async function makeEndpoint(service: TestService, key: string): Promise<Tenant['endpoint']> {
  const { id } = await send(service, key, ['POST', '/v1/webhook-endpoints', { url: 'https://hooks.example.com/in' }]);
  await send(service, key, ['POST', `/v1/webhook-endpoints/${id}/test`]);
  const { deliveries } = await send(service, key, ['GET', `/v1/webhook-endpoints/${id}/deliveries`]);
  return { id, deliveryId: deliveries[0].id };
}

/** The image of each agent job. */
const jobImage = Buffer.from('GIF89a');
export const jobImageDigest = createHash('sha256').update(jobImage).digest('hex');

export async function makeProject(service: TestService, tenant: Tenant, name: string): Promise<ProjectObjects> {
  const domain = `${name}.example.com`;
  const body = {
    name,
    repository: `${service.baseUrl}/git/${tenant.repository}.git`,
    docsFolder: 'docs',
    domains: [domain],
  };
  const { id: projectId } = await send(service, tenant.key, ['POST', '/v1/projects', body]);
  const prompt = { prompt: 'x', attachments: [{ name: 'a.gif', content: jobImage.toString('base64') }] };
  const { id: agentJobId } = await send(service, tenant.key, ['POST', `/v2/agent/${projectId}/job`, prompt]);
  const exportJobId = `exp_ended_${name}`;
  const hookId = `hook_${name}`;
  const { pool } = service.api.platform.database;
  // An ended job, whose stream ends immediately, and a queued job that no cell cancels, so that no cell can delete the
  // project.
  await pool.query(
    `insert into export_jobs (id, organization_id, project_id, status, error, error_code, base_path, strict)
     values ($1, $3, $4, 'failed', 'Cancelled.', 'cancelled', '', false), ($2, $3, $4, 'queued', null, null, '', false)`,
    [exportJobId, `exp_pinned_${name}`, tenant.organizationId, projectId],
  );
  await putHook(service, { hookId, projectId, organizationId: tenant.organizationId });
  await send(service, tenant.key, ['GET', `/v1/projects/${projectId}/site`]);
  const deploymentId = `dpl_ready_${name}`;
  await pool.query(
    `insert into site_deployments (id, organization_id, project_id, environment_id, branch, status, source, ended_at)
     select $1, organization_id, project_id, id, 'main', 'success', 'api', now() from site_environments where project_id = $2`,
    [deploymentId, projectId],
  );
  await putPreview(service, projectId);
  await putForkPullRequest(service, projectId);
  await putPreviewPassword(service, projectId);
  await putReaderAccess(service, projectId);
  await putConversation(service, projectId);
  await putFeedback(service, projectId);
  await putSuggestion(service, projectId);
  await putAutomation(service, projectId);
  await putDraft(service, projectId);
  await putThread(service, projectId);
  if (name === 'foreign') await putTakedown(service, name);
  await putDomain(service, projectId);
  const publicKeyId = `pub_${name}`;
  await putPublicKey(service, { publicKeyId, projectId, organizationId: tenant.organizationId });
  return { projectId, domain, agentJobId, exportJobId, hookId, deploymentId, publicKeyId };
}

/** Stores the pull request #7, from a fork, with the head commit `c0ffee`. */
export async function putForkPullRequest(service: TestService, projectId: string): Promise<void> {
  await service.api.platform.database.pool.query(
    `insert into site_pull_requests (project_id, number, organization_id, url, state, head_branch, head_commit, base_branch, from_fork)
     select id, 7, organization_id, 'https://github.com/acme/docs/pull/7', 'open', 'fix', 'c0ffee', 'main', true
     from projects where id = $1 on conflict do nothing`,
    [projectId],
  );
}

/** Stores feedback with the ID `fb_<project ID>`, and returns the ID. */
export async function putFeedback(service: TestService, projectId: string): Promise<string> {
  const id = `fb_${projectId}`;
  await service.api.platform.database.pool.query(
    `insert into page_feedback (id, project_id, created_at, updated_at, path, source, comment)
     values ($1, $2, now(), now(), '/', 'agent', 'x') on conflict do nothing`,
    [id, projectId],
  );
  return id;
}

const suggested = { kind: 'unhelpful_page', subject: '/' } as const;

export const suggestionOf = (projectId: string): string => suggestionId(projectId, suggested.kind, suggested.subject);

/** Stores a dismissed suggestion. */
export async function putSuggestion(service: TestService, projectId: string): Promise<string> {
  const id = suggestionOf(projectId);
  await service.api.platform.database.pool.query(
    `insert into suggestions (project_id, id, kind, subject, dismissed, acted_at) values ($1, $2, $3, $4, true, now())
     on conflict (project_id, id) do update set dismissed = true, job_id = null`,
    [projectId, id, suggested.kind, suggested.subject],
  );
  return id;
}

/** Stores the preview of the branch `next`. */
export async function putPreview(service: TestService, projectId: string): Promise<void> {
  await service.api.platform.database.pool.query(
    `insert into site_environments (id, organization_id, project_id, kind, branch, label)
     select 'env_' || md5(id), organization_id, id, 'preview', 'next', 'next-' || md5(id) from projects where id = $1
     on conflict do nothing`,
    [projectId],
  );
}

/** Stores a password that grants no access. */
export async function putPreviewPassword(service: TestService, projectId: string): Promise<void> {
  await service.api.platform.database.pool.query(
    `insert into site_passwords (id, project_id, label, hash) values ('pp_' || md5($1), $1, 'theirs', 'x')
     on conflict do nothing`,
    [projectId],
  );
}

/**
 * Stores a reader password that grants no access, a key that verifies no token, and a test sign-in that is never
 * completed.
 */
export async function putReaderAccess(service: TestService, projectId: string): Promise<void> {
  await service.api.platform.database.pool.query(
    `with password as (
       insert into site_reader_passwords (id, project_id, label, hash) values ('rp_' || md5($1), $1, 'theirs', 'x')
       on conflict do nothing
     ), key as (
       insert into site_reader_keys (project_id, id, algorithm, public_key) values ($1, 'theirs', 'EdDSA', 'x')
       on conflict do nothing
     )
     insert into site_sign_in_tests (id, project_id, organization_id, token_sha256, mode, expires_at)
     select 'sit_' || id, id, organization_id, sha256(id::bytea), 'jwt', now() from projects where id = $1
     on conflict do nothing`,
    [projectId],
  );
}

/** Stores a reader's question. */
export async function putConversation(service: TestService, projectId: string): Promise<void> {
  await service.api.platform.database.pool.query(
    `insert into assistant_messages (project_id, thread_key, message_id, asked_digest, question, answer_id, answer, sources, outcome)
     values ($1, 'of ' || $1, 'm', 'd', 'q', 'a', 'x', '[]', 'answered') on conflict do nothing`,
    [projectId],
  );
}

/** Stores the project's own verified domain. */
export async function putDomain(service: TestService, projectId: string): Promise<void> {
  await service.api.platform.database.pool.query(
    `insert into site_domains (id, organization_id, project_id, domain, status, claimed_at)
     select 'dom_' || md5(id), organization_id, id, md5(id) || '.example.com', 'verified', now() from projects where id = $1
     on conflict do nothing`,
    [projectId],
  );
}

export async function putTakedown(service: TestService, slug: string): Promise<void> {
  await service.api.platform.database.pool.query(
    `update sites set takedown = '{"status": 451, "reason": "x"}' where slug = $1`,
    [slug],
  );
}

/** Stores a budget for the organization. */
export async function putBudget(service: TestService, organizationId: string): Promise<void> {
  await service.api.platform.database.pool.query(
    `insert into model_budgets (organization_id, usd, thresholds, stop_jobs) values ($1, 100, '{}', false)
     on conflict do nothing`,
    [organizationId],
  );
}

export const liveDomainOf = (projectId: string): string =>
  `${createHash('md5').update(projectId).digest('hex')}.example.com`;

export async function putHook(
  service: TestService,
  hook: { readonly hookId: string; readonly projectId: string; readonly organizationId: string },
): Promise<void> {
  await service.api.platform.database.pool.query(
    `insert into code_host_hooks (id, organization_id, project_id, kind, secret, follow_ups, mention, created_by)
     values ($1, $2, $3, 'github', 'sealed', 'mention', '@docwright', 'test') on conflict do nothing`,
    [hook.hookId, hook.organizationId, hook.projectId],
  );
}

/** Stores a code host that doesn't respond, with the ID `ch_<name>`. */
export async function putCodeHost(service: TestService, organizationId: string, name: string): Promise<void> {
  await service.api.platform.database.pool.query(
    `insert into code_hosts (id, organization_id, kind, name, web_url, account, credential_kind, credential, key_id, created_by)
     values ($1, $2, 'gitea', 'Git', $3, '', 'token', 'sealed', 'none', 'test') on conflict do nothing`,
    [`ch_${name}`, organizationId, `http://127.0.0.1:9/${name}`],
  );
}

/** Makes the public key of the tested cells active, and the only key of its project. */
export async function putPublicKey(
  service: TestService,
  key: { readonly publicKeyId: string; readonly projectId: string; readonly organizationId: string },
): Promise<void> {
  const { pool } = service.api.platform.database;
  const { publicKeyId, projectId, organizationId } = key;
  await pool.query(`delete from public_keys where project_id = $1 and id <> $2`, [projectId, publicKeyId]);
  await pool.query(
    `insert into public_keys (id, organization_id, project_id, name, key, allowed_origins)
     values ($1, $2, $3, 'k', 'dw_pub_' || $1, '{https://www.example.com}')
     on conflict (id) do update set revoked_at = null, expires_at = null`,
    [publicKeyId, organizationId, projectId],
  );
}

/** Restores the project with its settings and models. */
export async function resetProject(service: TestService, tenant: Tenant, project: ProjectObjects): Promise<void> {
  const { pool } = service.api.platform.database;
  const { projectId, domain } = project;
  await pool.query(
    `with settings as (delete from project_agent_settings where project_id = $1),
       assistant as (delete from project_assistant_settings where project_id = $1),
       models as (delete from project_models where project_id = $1),
       domains as (delete from project_domains where project_id = $1 and domain <> $2)
     update projects set repository = $3, branch = 'main', docs_folder = 'docs', model = 'builtin/rules-1' where id = $1`,
    [projectId, domain, `local:${tenant.repository}`],
  );
}

/** Stores a member with a role. It is restored after each cell. */
export async function putMember(service: TestService, organizationId: string, role: Role): Promise<string> {
  const { pool } = service.api.platform.database;
  const userId = `user_${organizationId}_${role}`;
  await pool.query(
    `insert into users (id, name, email) values ($1, $2, lower($1) || '@example.org') on conflict do nothing`,
    [userId, role],
  );
  await pool.query(
    `insert into members (organization_id, user_id, role) values ($1, $2, $3)
     on conflict (organization_id, user_id) do update set role = excluded.role`,
    [organizationId, userId, role],
  );
  return userId;
}

/** Stores an open invitation for a role, and returns its ID. */
export async function putInvitation(service: TestService, organizationId: string, role: Role): Promise<string> {
  const id = `inv_${organizationId}_${role}`;
  await service.api.platform.database.pool.query(
    `insert into invitations (id, organization_id, email, role, token_sha256, invited_by, expires_at)
     values ($1, $2, $3, $4, $5, 'test', now() + interval '1 day')
     on conflict (organization_id, email) do update set id = excluded.id, role = excluded.role`,
    [id, organizationId, invitedAs(role), role, randomBytes(32)],
  );
  return id;
}

export const invitedAs = (role: Role): string => `open-${role}@example.org`;

async function send(
  service: TestService,
  key: string,
  [method, path, body]: readonly [string, string, unknown?],
  // oxlint-disable-next-line typescript/no-explicit-any -- responses of the test service are untyped
): Promise<any> {
  const answer = await service.request(method, path, { key, ...(body !== undefined && { body }) });
  if (answer.status >= 300) throw new Error(`${method} ${path} returned ${answer.text}`);
  return answer.json;
}

export const automationOf = (projectId: string): string => `auto_${projectId}`;
/** Returns the ID of an automation that events start. Only such an automation has a secret. */
export const eventAutomationOf = (projectId: string): string => `auto_event_${projectId}`;

/** Creates an automation with an ended run and one for events, and deletes the automations that a cell created. */
export async function putAutomation(service: TestService, projectId: string): Promise<void> {
  const { pool } = service.api.platform.database;
  await pool.query('delete from automations where project_id = $1', [projectId]);
  await pool.query(
    `insert into automations (id, organization_id, project_id, name, kind, trigger_type, trigger, instructions, limits, due_at, created_by)
     select $1, organization_id, id, 'Nightly', 'custom', 'schedule', '{"cron":"0 9 * * *","timeZone":"UTC"}', 'x',
       '{"runsPerDay":500,"usdPerMonth":null,"openPullRequests":50}', now() + interval '1 day', 'test'
     from projects where id = $2`,
    [automationOf(projectId), projectId],
  );
  await pool.query(
    `insert into automations (id, organization_id, project_id, name, kind, trigger_type, trigger, limits, secret, created_by)
     select $1, organization_id, project_id, 'On events', kind, 'event', '{}', limits, 'replaced', created_by
     from automations where id = $2`,
    [eventAutomationOf(projectId), automationOf(projectId)],
  );
  await pool.query(
    `insert into automation_runs (id, automation_id, organization_id, project_id, state, trigger, evidence, events, ended_at)
     select $1, id, organization_id, project_id, 'no_changes', 'schedule', '[]', 1, now() from automations where id = $2`,
    [`run_${projectId}`, automationOf(projectId)],
  );
}

/** Stores a draft of `main` with a new page and a revision of it. The draft's base commit isn't in the repository. */
export async function putDraft(service: TestService, projectId: string): Promise<void> {
  const { pool } = service.api.platform.database;
  await pool.query('delete from drafts where project_id = $1', [projectId]);
  await pool.query(
    `insert into drafts (id, organization_id, project_id, branch, base_commit, version)
     select $1, organization_id, id, 'main', repeat('a', 40), 1 from projects where id = $2`,
    [`dft_${projectId}`, projectId],
  );
  await pool.query(
    `insert into draft_files (draft_id, path, kind, content, updated_by) values ($1, 'index.mdx', 'write', 'x', 'test')`,
    [`dft_${projectId}`],
  );
  await pool.query(
    `insert into draft_revisions (draft_id, path, slot, saved_by, saved_at, version, content, size)
     values ($1, 'index.mdx', now(), 'test', now(), repeat('0', 32), 'y', 1)`,
    [`dft_${projectId}`],
  );
}

/** Stores another person's suggested change to the draft's page. */
export async function putThread(service: TestService, projectId: string): Promise<void> {
  const { pool } = service.api.platform.database;
  await pool.query('delete from comment_files where project_id = $1', [projectId]);
  await pool.query(
    `with file as (
       insert into comment_files (organization_id, project_id, branch, path, content, version)
       select organization_id, id, 'main', 'index.mdx', 'x', left(encode(sha256('x'), 'hex'), 32) from projects
       where id = $2 returning id
     )
     insert into comment_threads (id, file_id, project_id, quote, replacement, range_from, range_to, range_line)
     select $1, id, $2, 'x', 'y', 0, 1, 1 from file`,
    [`cmt_${projectId}`, projectId],
  );
  await pool.query(
    `insert into comments (id, thread_id, author_kind, author_id, author_name, text)
     values ($1, $2, 'user', 'usr_someone', 'someone@example.com', 'x')`,
    [`cm_${projectId}`, `cmt_${projectId}`],
  );
}
