import type { Takedown } from '@docwright/contract';
import type { Transaction } from 'kysely';
import { toStorableText, type Queryable } from '../../../platform/database/index.ts';
import { requireUnbound, type Principal } from '../../../platform/http/index.ts';
import { recordAuditEvent, systemAuthor } from '../../foundation/audit-log/index.ts';
import { siteNotFound } from './errors.ts';
import { lockSiteBySlug, selectTakenDown, setTakedown } from './takedown-store.ts';
import type { DeploymentTables, SiteRow, SiteTakedown } from './tables.ts';

type Tx = Transaction<DeploymentTables>;

const maxListed = 1_000;

export async function listTakedowns(db: Queryable<DeploymentTables>, principal: Principal): Promise<Takedown[]> {
  requireWhole(principal, 'site.takedowns_read');
  const rows = await selectTakenDown(db, maxListed);
  return rows.flatMap((row) => (row.takedown === null ? [] : [toTakedown(row, row.takedown)]));
}

/** Takes down any site on behalf of the operator. No push, promotion or setting of the project reverses this. */
export async function takeDownSite(
  tx: Tx,
  principal: Principal,
  { slug, status, reason }: SiteTakedown & { readonly slug: string },
): Promise<Takedown> {
  requireWhole(principal, 'site.taken_down');
  const site = await lockSiteBySlug(tx, slug);
  if (site === undefined) throw siteNotFound(slug);
  const takedown = { status, reason: toStorableText(reason.trim()) };
  await setTakedown(tx, site.project_id, takedown);
  await record(tx, { principal, site, action: 'site.taken_down', details: takedown });
  return toTakedown(site, takedown);
}

export async function liftTakedown(tx: Tx, principal: Principal, slug: string): Promise<void> {
  requireWhole(principal, 'site.takedown_lifted');
  const site = await lockSiteBySlug(tx, slug);
  if (site === undefined || site.takedown === null) throw siteNotFound(slug);
  await setTakedown(tx, site.project_id, null);
  await record(tx, { principal, site, action: 'site.takedown_lifted', details: {} });
}

/** A key that is bound to projects can't act for all sites. */
const requireWhole = (principal: Principal, action: string): void =>
  requireUnbound(principal, 'change sites of the whole installation', { action });

interface Decision {
  readonly principal: Principal;
  readonly site: SiteRow;
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The site's owners see the action; the operator's own log contains its author. */
async function record(tx: Tx, { principal, site, action, details }: Decision): Promise<void> {
  const target = { kind: 'site', id: site.project_id, name: site.slug };
  await recordAuditEvent(tx, principal, { action, target, details });
  if (site.organization_id === principal.organizationId) return;
  await recordAuditEvent(tx, systemAuthor(site.organization_id), { action, target, details });
}

const toTakedown = (row: SiteRow, { status, reason }: SiteTakedown): Takedown => ({
  site: row.slug,
  organizationId: row.organization_id,
  status,
  reason,
});
