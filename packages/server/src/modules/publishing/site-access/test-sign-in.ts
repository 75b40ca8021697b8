import { createHash, randomBytes } from 'node:crypto';
import { JsonTooDeep, requireJsonDepth } from '@docwright/bundle';
import { idPrefixes, type StartedTestSignIn, type StartTestSignInBody, type TestSignIn } from '@docwright/contract';
import type { SignInTestResult, SiteAccess } from '@docwright/site-access';
import type { AccessSecrets, AccessSettings } from '@docwright/site-access/settings';
import type { Transaction } from 'kysely';
import { toStorableText, type Queryable } from '../../../platform/database/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import type { SealContext } from '../../../platform/secret-box/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import { selectSiteNames } from '../deployments/index.ts';
import { testNotFound } from './errors.ts';
import { lockAccess, requireServedProject, type Tables } from './find-access-site.ts';
import { selectKeys } from './key-store.ts';
import { mergeAccess, readSections, requireComplete, type ReadSections } from './prepare-access.ts';
import type { SaveAccessDeps } from './save-access.ts';
import { findSecrets } from './sealed-secrets.ts';
import { toAccess, type AccessReaderDeps } from './select-site-access.ts';
import { selectAccess, selectServedAccess } from './store.ts';
import type { SiteAccessTables, TestRow } from './tables.ts';
import { toSiteAddress } from './to-site-address.ts';
import { insertTest, selectOpenTest, selectTest, updateTestResult } from './test-store.ts';

interface TestedSettings {
  readonly settings: AccessSettings;
  readonly secrets: AccessSecrets;
}

const toContext = (row: Pick<TestRow, 'id' | 'organization_id'>): SealContext => ({
  kind: 'site-sign-in-test',
  organizationId: row.organization_id,
  objectId: row.id,
});

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** @throws {ApiError} not_found, site_not_live, access_settings_invalid */
export async function startTestSignIn(
  deps: SaveAccessDeps,
  principal: Principal,
  request: { readonly projectId: string; readonly body: StartTestSignInBody },
): Promise<StartedTestSignIn> {
  const { kysely } = deps.database;
  const project = await requireServedProject(kysely, principal, request.projectId);
  const sections = await readSections(request.body, deps.checks);
  return kysely.transaction().execute((tx) => startIn(deps, tx, { ...request, principal, project, sections }));
}

async function startIn(
  { secretBox, sites }: SaveAccessDeps,
  tx: Transaction<Tables>,
  request: {
    readonly principal: Principal;
    readonly project: ProjectRow;
    readonly body: StartTestSignInBody;
    readonly sections: ReadSections;
  },
): Promise<StartedTestSignIn> {
  const { principal, project, body, sections } = request;
  const { mode } = body;
  await lockAccess(tx, project);
  const row = await selectAccess(tx, project.id);
  const stored = row === undefined ? {} : findSecrets(secretBox, row, row.secrets);
  const prepared = mergeAccess({ row, secrets: stored }, body, sections);
  requireComplete(mode, prepared, { passwords: 0, keys: (await selectKeys(tx, project.id)).length });
  const token = randomBytes(32).toString('base64url');
  const owner = { id: newId(idPrefixes.signInTest), organization_id: project.organization_id };
  const { settings, secrets } = prepared;
  const test = await insertTest(tx, {
    ...owner,
    project_id: project.id,
    token_sha256: digest(token),
    mode,
    settings: secretBox.seal(JSON.stringify({ settings, secrets } satisfies TestedSettings), toContext(owner)),
  });
  await recordAuditEvent(tx, principal, {
    action: 'site_access.test_started',
    target: { kind: 'project', id: project.id, name: project.name },
    details: { mode },
  });
  const names = await selectSiteNames(tx, project.id);
  if (names === undefined) throw new Error(`the site of ${project.id} has just been locked`);
  const url = `${toSiteAddress(sites, names)}/login?test=${token}`;
  return { id: test.id, mode, expiresAt: test.expires_at.toISOString(), url };
}

/** @throws {ApiError} not_found, site_not_live */
export async function showTestSignIn(
  { db, nowMs }: { readonly db: Queryable<Tables>; readonly nowMs: number },
  principal: Principal,
  { projectId, testId }: { readonly projectId: string; readonly testId: string },
): Promise<TestSignIn> {
  await requireServedProject(db, principal, projectId);
  const row = await selectTest(db, projectId, testId);
  if (row === undefined) throw testNotFound(testId);
  const result = row.result === null ? undefined : (JSON.parse(row.result) as SignInTestResult);
  const shown = { id: row.id, mode: row.mode, expiresAt: row.expires_at.toISOString() };
  if (result === undefined)
    return { ...shown, status: row.expires_at.getTime() > nowMs ? 'pending' : 'expired', steps: [], user: null };
  return {
    ...shown,
    status: result.ok ? 'succeeded' : 'failed',
    steps: result.steps.map((step) => ({ ...step })),
    user: result.user === undefined ? null : { ...result.user },
  };
}

/** Finds the settings to test, for an edge; `undefined` if the token is unknown, expired or used. */
export async function findSignInTest(
  { db, secretBox }: AccessReaderDeps,
  request: { readonly projectId: string; readonly token: string },
): Promise<{ readonly id: string; readonly access: SiteAccess } | undefined> {
  const test = await selectOpenTest(db, request.projectId, digest(request.token));
  if (test === undefined || test.settings === null) return undefined;
  const { settings, secrets } = JSON.parse(secretBox.open(test.settings, toContext(test))) as TestedSettings;
  const served = await selectServedAccess(db, request.projectId);
  return { id: test.id, access: toAccess({ ...served, ...settings }, { mode: test.mode, secrets }) };
}

/** A provider's response can be large, but an administrator needs only its start. */
const maxUserBytes = 65_536;
const maxSteps = 20;
const maxDetail = 2_000;

/** Stores a test's result, for an edge. Only the first result counts. */
export async function storeTestResult(
  db: Queryable<SiteAccessTables>,
  { id, result }: { readonly id: string; readonly result: SignInTestResult },
): Promise<void> {
  const steps = result.steps.slice(0, maxSteps).map(({ name, ok, detail }) => ({
    name: toStorableText(name.slice(0, maxDetail)),
    ok,
    detail: toStorableText(detail.slice(0, maxDetail)),
  }));
  const isShown = isShowable(result.user);
  const cut = {
    name: 'User object',
    ok: true,
    detail: 'It is larger than 64 KiB or nested too deeply, so it is not shown.',
  };
  const stored: SignInTestResult = {
    ok: result.ok,
    steps: isShown ? steps : [...steps, cut],
    user: isShown ? result.user : undefined,
  };
  await updateTestResult(db, id, JSON.stringify(stored));
}

/** Whether a user object can be shown. Writing a deeply nested object as JSON would exhaust the stack. */
function isShowable(user: SignInTestResult['user']): boolean {
  try {
    const text = JSON.stringify(user ?? null);
    requireJsonDepth(text);
    return Buffer.byteLength(text) <= maxUserBytes;
  } catch (error) {
    if (error instanceof JsonTooDeep || error instanceof RangeError) return false;
    throw error;
  }
}
