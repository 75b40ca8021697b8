import { idPrefixes, type CreateCodeHostBody, type UpdateCodeHostBody } from '@docwright/contract';
import type { Database } from '../../../platform/database/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import { HttpClientError, type CheckUrl } from '../../../platform/http-client/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import { recordAuditEvent, type AuditLogTables } from '../../foundation/audit-log/index.ts';
import type { RemoteHost } from '../repositories/index.ts';
import { checkCodeHost, type CheckedHost } from './check-code-host.ts';
import { sealCredential } from './credential.ts';
import {
  codeHostInUse,
  codeHostNotFound,
  codeHostRefused,
  codeHostTaken,
  invalidCodeHost,
  tooManyCodeHosts,
} from './errors.ts';
import { toAccess, type OwnCodeHostDeps } from './own-code-hosts.ts';
import { parseCodeHost, parseCredential, type ParsedCodeHost } from './parse-code-host.ts';
import {
  deleteCodeHostRow,
  insertCodeHost,
  lockCodeHostsOf,
  newVersion,
  selectCodeHost,
  selectCodeHosts,
  touched,
  updateCodeHostRow,
} from './store.ts';
import type { CodeHostRow, CodeHostTables } from './tables.ts';
import { listDependants, type RemoteProject } from './to-code-host.ts';

export interface SaveCodeHostDeps extends OwnCodeHostDeps {
  readonly database: Database<CodeHostTables & AuditLogTables>;
  /** Checks an address before anything is sent to it. */
  readonly checkUrl: CheckUrl;
  /** The code hosts in the installation's settings. */
  readonly settingsHosts: readonly RemoteHost[];
  /** An organization's projects on external code hosts. */
  readonly listProjects: (organizationId: string) => Promise<readonly RemoteProject[]>;
}

/** The limit keeps an organization's list readable. */
const maxCodeHosts = 50;

export interface CodeHostRequest {
  readonly principal: Principal;
  readonly id: string;
  readonly signal?: AbortSignal | undefined;
}

/** @throws {ApiError} invalid_code_host, code_host_refused, code_host_taken, code_host_limit_reached */
export async function createCodeHost(
  deps: SaveCodeHostDeps,
  request: { readonly principal: Principal; readonly body: CreateCodeHostBody; readonly signal?: AbortSignal },
): Promise<CodeHostRow> {
  const parsed = parseCodeHost(request.body);
  await requireAddresses(deps, parsed);
  const { organizationId } = request.principal;
  requireUnusedAddress(deps, await selectCodeHosts(deps.database.kysely, organizationId), parsed);
  const checked = await requireAccepted(deps, parsed, request.signal);
  return storeCodeHost(deps, { principal: request.principal, parsed, checked });
}

/** Stores a code host that was tested and accepted. @throws {ApiError} code_host_taken, code_host_limit_reached */
export async function storeCodeHost(
  deps: SaveCodeHostDeps,
  made: { readonly principal: Principal; readonly parsed: ParsedCodeHost; readonly checked: CheckedHost },
): Promise<CodeHostRow> {
  const { principal, parsed, checked } = made;
  const { organizationId } = principal;
  const named = { id: newId(idPrefixes.codeHost), organization_id: organizationId };
  return deps.database.kysely.transaction().execute(async (tx) => {
    await lockCodeHostsOf(tx, organizationId);
    // Checked again, because another code host may have been added between the check and the lock.
    requireUnusedAddress(deps, await selectCodeHosts(tx, organizationId), parsed);
    const row = await insertCodeHost(tx, {
      ...named,
      kind: parsed.kind,
      name: parsed.name,
      web_url: parsed.webUrl,
      api_url: parsed.apiUrl,
      account: parsed.account,
      ...toColumns(deps, named, parsed.credential),
      app_slug: checked.appSlug,
      check_result: JSON.stringify(checked.check),
      created_by: principal.actor.id,
    });
    await recordAuditEvent(tx, principal, {
      action: 'code_host.created',
      target: toTarget(row),
      details: { kind: row.kind, webUrl: row.web_url, account: row.account },
    });
    return row;
  });
}

/** @throws {ApiError} not_found, invalid_code_host, code_host_refused */
export async function updateCodeHost(
  deps: SaveCodeHostDeps,
  { principal, id, signal }: CodeHostRequest,
  body: UpdateCodeHostBody,
): Promise<CodeHostRow> {
  const before = await requireCodeHost(deps, principal, id);
  const credential = parseCredential(before.kind, body);
  const checked =
    credential &&
    (await requireAccepted(
      deps,
      {
        kind: before.kind,
        name: before.name,
        webUrl: before.web_url,
        apiUrl: before.api_url,
        account: before.account,
        credential,
      },
      signal,
    ));
  return deps.database.kysely.transaction().execute(async (tx) => {
    const row = await updateCodeHostRow(tx, before, {
      ...touched,
      ...(body.name !== undefined && { name: body.name.trim() }),
      ...(credential !== undefined &&
        checked !== undefined && {
          ...newVersion,
          ...toColumns(deps, before, credential),
          app_slug: checked.appSlug,
          check_result: JSON.stringify(checked.check),
        }),
    });
    if (row === undefined) throw codeHostNotFound(id);
    const details = { credential: credential === undefined ? 'kept' : 'replaced' };
    await recordAuditEvent(tx, principal, { action: 'code_host.updated', target: toTarget(row), details });
    return row;
  });
}

/** Tests the credential again, and stores the result. @throws {ApiError} not_found */
export async function testCodeHost(
  deps: SaveCodeHostDeps,
  { principal, id, signal }: CodeHostRequest,
): Promise<CodeHostRow> {
  const row = await requireCodeHost(deps, principal, id);
  const { check, appSlug } = await checkCodeHost(deps, () => toAccess(deps.secretBox, row), signal);
  return deps.database.kysely.transaction().execute(async (tx) => {
    const checked = { check_result: JSON.stringify(check), ...(appSlug !== null && { app_slug: appSlug }) };
    const after = await updateCodeHostRow(tx, row, checked);
    if (after === undefined) throw codeHostNotFound(id);
    const details = { status: check.status };
    await recordAuditEvent(tx, principal, { action: 'code_host.tested', target: toTarget(row), details });
    return after;
  });
}

/** @throws {ApiError} not_found, code_host_in_use */
export async function deleteCodeHost(
  deps: SaveCodeHostDeps,
  { principal, id, force }: CodeHostRequest & { readonly force: boolean },
): Promise<void> {
  const { organizationId } = principal;
  const projects = await deps.listProjects(organizationId);
  await deps.database.kysely.transaction().execute(async (tx) => {
    await lockCodeHostsOf(tx, organizationId);
    const all = await selectCodeHosts(tx, organizationId);
    const row = all.find((one) => one.id === id);
    if (row === undefined) throw codeHostNotFound(id);
    const dependants = listDependants(row, all, projects).map(({ name }) => name);
    if (dependants.length > 0 && !force) throw codeHostInUse(row.name, dependants);
    await deleteCodeHostRow(tx, organizationId, id);
    const details = { projects: dependants.length };
    await recordAuditEvent(tx, principal, { action: 'code_host.deleted', target: toTarget(row), details });
  });
}

/** @throws {ApiError} not_found, even for another organization's code host */
export async function requireCodeHost(
  { database }: Pick<SaveCodeHostDeps, 'database'>,
  { organizationId }: Principal,
  id: string,
): Promise<CodeHostRow> {
  const row = await selectCodeHost(database.kysely, organizationId, id);
  if (row === undefined) throw codeHostNotFound(id);
  return row;
}

const toTarget = ({ id, name }: CodeHostRow) => ({ kind: 'code_host', id, name });

function toColumns(
  { secretBox }: SaveCodeHostDeps,
  named: Pick<CodeHostRow, 'id' | 'organization_id'>,
  credential: ParsedCodeHost['credential'],
) {
  return {
    credential_kind: credential.kind === 'app' ? ('github-app' as const) : ('token' as const),
    app_id: credential.kind === 'app' ? credential.appId : null,
    credential: sealCredential(secretBox, named, credential),
    key_id: secretBox.keyId,
  };
}

/**
 * Checks addresses before anything is sent to them. Host names are resolved.
 * @throws {ApiError} invalid_code_host
 */
export async function requireAddresses(
  { checkUrl }: Pick<SaveCodeHostDeps, 'checkUrl'>,
  { webUrl, apiUrl }: Pick<ParsedCodeHost, 'webUrl' | 'apiUrl'>,
): Promise<void> {
  for (const [field, url] of [['webUrl', webUrl] as const, ['apiUrl', apiUrl] as const]) {
    if (url === null) continue;
    await checkUrl(url).catch((error: unknown) => {
      if (!(error instanceof HttpClientError)) throw error;
      throw invalidCodeHost(field, describeRefusal(error, url), error);
    });
  }
}

function describeRefusal({ code, message }: HttpClientError, url: string): string {
  const reason = message.replace(/\.$/, '');
  if (code !== 'address-refused' && code !== 'scheme-refused') return `${reason}.`;
  return `${reason}. To allow it, set DOCWRIGHT_PRIVATE_GIT_HOSTS=${new URL(url).origin} in the installation's settings.`;
}

/** @throws {ApiError} code_host_taken, code_host_limit_reached, invalid_code_host */
export function requireUnusedAddress(
  deps: SaveCodeHostDeps,
  own: readonly CodeHostRow[],
  parsed: Pick<ParsedCodeHost, 'kind' | 'webUrl'> & {
    /** `undefined` if not known yet. */
    readonly account: string | undefined;
  },
): void {
  const { kind, webUrl, account } = parsed;
  if (own.length >= maxCodeHosts) throw tooManyCodeHosts(maxCodeHosts);
  const there = own.filter((row) => row.web_url === webUrl);
  if (account !== undefined && there.some((row) => row.account === account)) throw codeHostTaken(webUrl, account);
  // An address has one kind of code host. Otherwise, the same repository would exist twice, and a credential could be
  // sent to another host.
  const known = [...there, ...deps.settingsHosts.filter((host) => host.webUrl === webUrl)];
  const other = known.find((host) => host.kind !== kind);
  if (other !== undefined)
    throw invalidCodeHost('kind', `${webUrl} is already known as a code host of type ${other.kind}.`);
}

/** @throws {ApiError} code_host_refused */
async function requireAccepted(
  deps: SaveCodeHostDeps,
  host: ParsedCodeHost,
  signal: AbortSignal | undefined,
): Promise<CheckedHost> {
  const checked = await checkCodeHost(deps, () => host, signal);
  if (checked.check.status === 'failed') throw codeHostRefused(checked.check.message, undefined);
  return checked;
}
