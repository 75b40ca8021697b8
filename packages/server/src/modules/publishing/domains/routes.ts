import { domainToUnicode } from 'node:url';
import { operations, type SiteDomain } from '@docwright/contract';
import type { OperationRoutes, Principal } from '../../../platform/http/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { findCertificateStates, type CertificateTables } from '../certificates/index.ts';
import { ensureSite, requireLiveKind, requireProjectOf } from '../deployments/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import { domainCheckLimit, takeUse, type RateLimitTables } from '../../foundation/rate-limits/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { addDomain, makePrimary, removeDomain, requireDomain } from './change-domain.ts';
import { checkDomain, toExpected, type DomainDeps } from './check-domain.ts';
import { domainNotFound } from './errors.ts';
import { toRecords } from './expected-records.ts';
import { releaseAfterMs } from './next-state.ts';
import { parseSiteDomain, toStoredName, type OwnNames } from './parse-site-domain.ts';
import { selectDomains, type Tables } from './store.ts';
import type { DomainRow } from './tables.ts';

export interface DomainRouteDeps extends DomainDeps {
  readonly database: Database<Tables & RateLimitTables & CertificateTables>;
  readonly ownNames: OwnNames;
  /** Whether edges order certificates themselves. */
  readonly hasCertificates: boolean;
}

export function registerDomainRoutes(routes: OperationRoutes, deps: DomainRouteDeps): void {
  const { kysely } = deps.database;
  const find = async (principal: Principal, projectId: string): Promise<ProjectRow> => {
    const project = await requireProjectOf(kysely, principal, projectId);
    requireLiveKind(project);
    return project;
  };
  const show = async (project: ProjectRow, rows: readonly DomainRow[]): Promise<SiteDomain[]> => {
    const { site } = await kysely.transaction().execute((tx) => ensureSite(tx, project));
    const certificates = deps.hasCertificates ? await findCertificateStates(kysely, project.id) : undefined;
    return rows.map((row) => ({
      ...toSiteDomain(row),
      certificate: certificates?.get(row.domain) ?? null,
      primary: row.domain === site.primary_domain,
      records: toRecords(toExpected(deps, site, row.domain)),
    }));
  };
  const showOne = async (project: ProjectRow, domain: string): Promise<SiteDomain> => {
    const [shown] = await show(project, [await requireDomain(kysely, project.id, domain)]);
    if (shown === undefined) throw domainNotFound(domain);
    return shown;
  };
  /**
   * An invalid name is treated like a missing domain. It doesn't matter whether the name could be added: a name that
   * was accepted under other settings must be readable and removable.
   */
  const read = (text: string): string => {
    try {
      return toStoredName(text);
    } catch {
      throw domainNotFound(text);
    }
  };

  routes.handle(operations.addDomain, async ({ principal, params, body }) => {
    const project = await find(principal, params.projectId);
    const domain = parseSiteDomain(body.domain, deps.ownNames);
    await kysely.transaction().execute((tx) => addDomain(deps, tx, { principal, project, domain }));
    return showOne(project, domain);
  });
  routes.handle(operations.listDomains, async ({ principal, params }) => {
    const project = await find(principal, params.projectId);
    return { domains: await show(project, await selectDomains(kysely, project.id)) };
  });
  routes.handle(operations.getDomain, async ({ principal, params }) =>
    showOne(await find(principal, params.projectId), read(params.domain)),
  );
  routes.handle(operations.removeDomain, async ({ principal, params }) => {
    const target = { principal, project: await find(principal, params.projectId), domain: read(params.domain) };
    await kysely.transaction().execute((tx) => removeDomain(deps, tx, target));
    return undefined;
  });
  routes.handle(operations.checkDomain, async ({ principal, params }, reply) => {
    const project = await find(principal, params.projectId);
    const domain = read(params.domain);
    const headers = await kysely.transaction().execute(async (tx) => {
      const { id } = await requireDomain(tx, project.id, domain);
      const taken = await takeUse(tx, domainCheckLimit, principal.organizationId);
      await recordAuditEvent(tx, principal, {
        action: 'domain.checked',
        target: { kind: 'domain', id, name: domain },
        details: { projectId: project.id },
      });
      return taken;
    });
    void reply.headers(headers);
    await checkDomain(deps, project, domain);
    return showOne(project, domain);
  });
  routes.handle(operations.makeDomainPrimary, async ({ principal, params }) => {
    const target = { principal, project: await find(principal, params.projectId), domain: read(params.domain) };
    await kysely.transaction().execute((tx) => makePrimary(deps, tx, target));
    return showOne(target.project, target.domain);
  });
}

function toSiteDomain(row: DomainRow): Omit<SiteDomain, 'primary' | 'records' | 'certificate'> {
  const { failing_since: since, claimed_at: claimedAt } = row;
  return {
    domain: row.domain,
    displayName: domainToUnicode(row.domain),
    projectId: row.project_id,
    status: row.status,
    claimed: claimedAt !== null,
    leadsHere: row.leads_here,
    reason: row.reason,
    releasedAt: since === null ? null : new Date(since.getTime() + releaseAfterMs).toISOString(),
    checkedAt: row.checked_at?.toISOString() ?? null,
    nextCheckAt: row.next_check_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
