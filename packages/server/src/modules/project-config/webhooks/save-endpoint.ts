import {
  idPrefixes,
  type CreateWebhookEndpointBody,
  type RotateWebhookSecretBody,
  type UpdateWebhookEndpointBody,
} from '@docwright/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import { HttpClientError, type CheckUrl } from '../../../platform/http-client/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import type { SecretBox } from '../../../platform/secret-box/index.ts';
import { recordAuditEvent, type AuditLogTables } from '../../foundation/audit-log/index.ts';
import { requireProjects, type ProjectTables } from '../projects/index.ts';
import { openAddress, sealAddress, secretContext } from './endpoint-secrets.ts';
import { endpointNotFound, invalidUrl, tooManyEndpoints } from './errors.ts';
import type { WebhookSettings } from './settings.ts';
import { makeWebhookSecret } from './sign.ts';
import {
  databaseTime,
  deleteEndpointRow,
  failPending,
  insertEndpoint,
  lockEndpoint,
  lockEndpointsOf,
  selectEndpoints,
  updateEndpointRow,
} from './store.ts';
import type { EndpointRow, WebhookTables } from './tables.ts';
import { showAddress } from './show-address.ts';

export interface SaveEndpointDeps {
  readonly database: Database<WebhookTables & AuditLogTables & ProjectTables>;
  readonly secretBox: SecretBox;
  /** Checks an address before anything is sent to it. */
  readonly checkUrl: CheckUrl;
  readonly settings: WebhookSettings;
}

export interface NewEndpoint {
  readonly row: EndpointRow;
  /** The secret, which is not stored in plain text and can only be shown now. */
  readonly secret: string;
}

/** @throws ApiError invalid_request, invalid_webhook_url, webhook_limit_reached */
export async function createEndpoint(
  deps: SaveEndpointDeps,
  principal: Principal,
  body: CreateWebhookEndpointBody,
): Promise<NewEndpoint> {
  await requireUrl(deps, body.url);
  const named = { id: newId(idPrefixes.webhookEndpoint), organization_id: principal.organizationId };
  const format = body.format ?? 'standard';
  const secret = makeWebhookSecret();
  const row = await deps.database.kysely.transaction().execute(async (tx) => {
    await requireProjects(tx, principal.organizationId, body.projectIds ?? []);
    await lockEndpointsOf(tx, principal.organizationId);
    const { maxEndpoints } = deps.settings;
    const existing = await selectEndpoints(tx, principal.organizationId);
    if (existing.length >= maxEndpoints) throw tooManyEndpoints(maxEndpoints);
    const row = await insertEndpoint(tx, {
      ...named,
      ...sealAddress(deps.secretBox, { ...named, format }, body.url),
      format,
      description: body.description ?? '',
      events: body.events ?? null,
      project_ids: body.projectIds ?? null,
      secret: deps.secretBox.seal(secret, secretContext(named)),
      created_by: principal.actor.id,
    });
    await recordAuditEvent(tx, principal, { action: 'webhook_endpoint.created', target: toTarget(row) });
    return row;
  });
  return { row, secret };
}

/** @throws ApiError not_found, invalid_request, invalid_webhook_url */
export async function updateEndpoint(
  deps: SaveEndpointDeps,
  { principal, id }: EndpointRequest,
  body: UpdateWebhookEndpointBody,
): Promise<EndpointRow> {
  if (body.url !== undefined) await requireUrl(deps, body.url);
  const { enabled } = body;
  return changeEndpoint(deps, { principal, id, action: 'updated' }, async (tx, before) => {
    requireAddress(before, body);
    // A project that was deleted later can stay in the list.
    const added = body.projectIds?.filter((one) => before.project_ids?.includes(one) !== true) ?? [];
    await requireProjects(tx, principal.organizationId, added);
    if (enabled === false) await failPending(tx, id, 'The endpoint was disabled.');
    return {
      ...changeAddress(deps.secretBox, before, body),
      ...(body.description !== undefined && { description: body.description }),
      ...(body.events !== undefined && { events: body.events }),
      ...(body.projectIds !== undefined && { project_ids: body.projectIds }),
      ...(enabled === true && { disabled_at: null, disabled_reason: null, failing_since: null }),
      ...(enabled === false &&
        before.disabled_at === null && {
          disabled_at: databaseTime(),
          disabled_reason: 'A person disabled it.',
        }),
    };
  });
}

const defaultOverlapSeconds = 86_400;

/** @throws ApiError not_found */
export async function rotateSecret(
  deps: SaveEndpointDeps,
  { principal, id }: EndpointRequest,
  { overlapSeconds = defaultOverlapSeconds }: RotateWebhookSecretBody,
): Promise<NewEndpoint> {
  const secret = makeWebhookSecret();
  const row = await changeEndpoint(deps, { principal, id, action: 'secret_rotated' }, async (_tx, before) => ({
    secret: deps.secretBox.seal(secret, secretContext(before)),
    previous_secret: overlapSeconds === 0 ? null : before.secret,
    previous_secret_until: overlapSeconds === 0 ? null : databaseTime(overlapSeconds),
  }));
  return { row, secret };
}

/** Deletes the endpoint with its deliveries. @throws ApiError not_found */
export async function deleteEndpoint(deps: SaveEndpointDeps, { principal, id }: EndpointRequest): Promise<void> {
  await deps.database.kysely.transaction().execute(async (tx) => {
    const row = await deleteEndpointRow(tx, principal.organizationId, id);
    if (row === undefined) throw endpointNotFound(id);
    await recordAuditEvent(tx, principal, { action: 'webhook_endpoint.deleted', target: toTarget(row) });
  });
}

export interface EndpointRequest {
  readonly principal: Principal;
  readonly id: string;
}

const toTarget = (row: EndpointRow) => ({ kind: 'webhook_endpoint', id: row.id, name: showAddress(row) });

type Tx = Transaction<WebhookTables & AuditLogTables & ProjectTables>;

async function changeEndpoint(
  deps: SaveEndpointDeps,
  { principal, id, action }: EndpointRequest & { readonly action: string },
  decide: (tx: Tx, before: EndpointRow) => Promise<Parameters<typeof updateEndpointRow>[2]>,
): Promise<EndpointRow> {
  return deps.database.kysely.transaction().execute(async (tx) => {
    const before = await lockEndpoint(tx, id);
    if (before?.organization_id !== principal.organizationId) throw endpointNotFound(id);
    const row = await updateEndpointRow(tx, id, await decide(tx, before));
    await recordAuditEvent(tx, principal, { action: `webhook_endpoint.${action}`, target: toTarget(row) });
    return row;
  });
}

/** Changes the address and its format. The address of a chat is stored encrypted. */
function changeAddress(
  box: SecretBox,
  before: EndpointRow,
  { url, format = before.format }: UpdateWebhookEndpointBody,
): Partial<Pick<EndpointRow, 'url' | 'sealed_url' | 'format'>> {
  if (url === undefined && format === before.format) return {};
  return { format, ...sealAddress(box, { ...before, format }, url ?? openAddress(box, before)) };
}

/** Requires a new address if a chat's format changes, because the old one would be shown in full as a server's. */
function requireAddress(before: EndpointRow, { format, url }: UpdateWebhookEndpointBody): void {
  const isOther = format !== undefined && format !== before.format;
  if (isOther && before.format !== 'standard' && url === undefined)
    throw invalidUrl("The address of a chat can't be used with another format. Specify the new address in `url`.");
}

async function requireUrl({ checkUrl }: SaveEndpointDeps, url: string): Promise<void> {
  try {
    await checkUrl(url);
  } catch (error) {
    throw error instanceof HttpClientError ? invalidUrl(error.message, error) : error;
  }
}
