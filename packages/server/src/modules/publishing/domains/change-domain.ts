import { idPrefixes } from '@docwright/contract';
import type { Transaction } from 'kysely';
import { newId } from '../../../platform/ids/index.ts';
import { requireUnbound, type Principal } from '../../../platform/http/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { ensureSite, lockSite, notifySite } from '../deployments/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import type { DomainDeps } from './check-domain.ts';
import { choosePrimary } from './choose-primary.ts';
import { domainLimitReached, domainNotFound, domainNotVerified } from './errors.ts';
import { refusePublicSuffix } from './refuse-public-suffix.ts';
import { deleteDomain, insertDomain, selectDomain, selectDomains, type Tables } from './store.ts';
import type { DomainRow } from './tables.ts';

/** Limited, because each domain is checked daily and known to all edges. */
const maxDomains = 50;

interface Target {
  readonly principal: Principal;
  readonly project: ProjectRow;
  /** The format that `parseSiteDomain` returns. */
  readonly domain: string;
}

/**
 * Adds a domain. If the domain already exists, it is unchanged.
 * @throws {ApiError} invalid_domain, domain_limit_reached, insufficient_scope
 */
export async function addDomain(
  deps: Pick<DomainDeps, 'clock'>,
  tx: Transaction<Tables>,
  { principal, project, domain }: Target,
): Promise<DomainRow> {
  const entry = { action: 'domain.added', target: { kind: 'domain', id: null, name: domain } };
  requireUnbound(principal, 'add a domain', entry);
  await ensureSite(tx, project);
  await lockSite(tx, project.id);
  const there = await selectDomains(tx, project.id);
  const known = there.find((row) => row.domain === domain);
  if (known !== undefined) return known;
  refusePublicSuffix(domain);
  if (there.length >= maxDomains) throw domainLimitReached(maxDomains);
  const now = new Date(deps.clock.now());
  const id = newId(idPrefixes.siteDomain);
  await insertDomain(tx, {
    id,
    organization_id: project.organization_id,
    project_id: project.id,
    domain,
    created_at: now,
    next_check_at: now,
  });
  await recordAuditEvent(tx, principal, {
    ...entry,
    target: { ...entry.target, id },
    details: { projectId: project.id },
  });
  return requireDomain(tx, project.id, domain);
}

/** Removes a domain, which another project may verify afterwards. */
export async function removeDomain(
  deps: DomainDeps,
  tx: Transaction<Tables>,
  { principal, project, domain }: Target,
): Promise<void> {
  await ensureSite(tx, project);
  await lockSite(tx, project.id);
  const { id } = await requireDomain(tx, project.id, domain);
  await deleteDomain(tx, id);
  await notifySite(tx, project.id);
  await choosePrimary(deps, tx, project);
  await recordAuditEvent(tx, principal, {
    action: 'domain.removed',
    target: { kind: 'domain', id, name: domain },
    details: { projectId: project.id },
  });
}

/** @throws {ApiError} not_found, domain_not_verified */
export async function makePrimary(
  deps: DomainDeps,
  tx: Transaction<Tables>,
  { principal, project, domain }: Target,
): Promise<DomainRow> {
  await ensureSite(tx, project);
  await lockSite(tx, project.id);
  const row = await requireDomain(tx, project.id, domain);
  if (row.claimed_at === null) throw domainNotVerified(domain);
  await choosePrimary(deps, tx, project, domain);
  await recordAuditEvent(tx, principal, {
    action: 'domain.made_primary',
    target: { kind: 'domain', id: row.id, name: domain },
    details: { projectId: project.id },
  });
  return row;
}

/** @throws {ApiError} not_found */
export async function requireDomain(
  db: Parameters<typeof selectDomain>[0],
  projectId: string,
  domain: string,
): Promise<DomainRow> {
  const row = await selectDomain(db, projectId, domain);
  if (row === undefined) throw domainNotFound(domain);
  return row;
}
