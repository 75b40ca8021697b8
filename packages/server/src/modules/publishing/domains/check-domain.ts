import type { Transaction } from 'kysely';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { DnsLookup } from '../../../platform/dns/index.ts';
import { recordAuditEvent, systemAuthor } from '../../foundation/audit-log/index.ts';
import {
  findSite,
  holdProject,
  lockSite,
  notifySite,
  type EnqueueDeps,
  type SitesAddress,
} from '../deployments/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import { choosePrimary } from './choose-primary.ts';
import type { Expected } from './expected-records.ts';
import { checkRecords, type RecordCheck } from './check-records.ts';
import { nextState } from './next-state.ts';
import { lockName, selectClaim, selectDomain, updateDomain, type Tables } from './store.ts';
import type { DomainRow } from './tables.ts';

export interface DomainDeps extends EnqueueDeps {
  readonly database: Database<Tables>;
  readonly dns: DnsLookup;
  readonly sites: SitesAddress;
  /** The edges' addresses, for the records of an apex domain. */
  readonly addresses: readonly string[];
  readonly clock: Clock;
}

export const toExpected = (
  { sites, addresses }: Pick<DomainDeps, 'sites' | 'addresses'>,
  site: { readonly slug: string; readonly domain_token: string },
  domain: string,
): Expected => ({ domain, target: `${site.slug}.${sites.domain}`, token: site.domain_token, addresses });

/**
 * Queries DNS, and stores the result for the domain. Returns `undefined` if the domain was removed in the meantime.
 */
export async function checkDomain(
  deps: DomainDeps,
  project: ProjectRow,
  domain: string,
): Promise<DomainRow | undefined> {
  const { kysely } = deps.database;
  const site = await findSite(kysely, project.id);
  if (site === undefined) return undefined;
  // Outside a transaction, because responses can take seconds.
  const recordCheck = await lookUpRecords(deps.dns, toExpected(deps, site, domain));
  return kysely.transaction().execute((tx) => writeDown(deps, tx, { project, domain, recordCheck }));
}

async function lookUpRecords(dns: DnsLookup, expected: Expected): Promise<RecordCheck> {
  const { domain, target } = expected;
  const [txt, cname, addresses, targetAddresses] = await Promise.all([
    dns.txt(`_docwright-challenge.${domain}`),
    dns.cname(domain),
    dns.addresses(domain),
    dns.addresses(target),
  ]);
  return checkRecords(expected, { txt, cname, addresses, targetAddresses });
}

async function writeDown(
  deps: DomainDeps,
  tx: Transaction<Tables>,
  check: { readonly project: ProjectRow; readonly domain: string; readonly recordCheck: RecordCheck },
): Promise<DomainRow | undefined> {
  const { project, domain, recordCheck } = check;
  const projectId = project.id;
  if (!(await holdProject(tx, projectId))) return undefined;
  await lockSite(tx, projectId);
  await lockName(tx, domain);
  const before = await selectDomain(tx, projectId, domain);
  if (before === undefined) return undefined;
  const claim = await selectClaim(tx, domain);
  const isTaken = claim !== undefined && claim !== projectId;
  const { state, event } = nextState(before, { recordCheck, isTaken, now: new Date(deps.clock.now()) });
  await updateDomain(tx, before.id, state);
  if (event !== undefined)
    await recordAuditEvent(tx, systemAuthor(project.organization_id), {
      action: event,
      target: { kind: 'domain', id: before.id, name: domain },
      details: { projectId, reason: state.reason },
    });
  if ((state.claimed_at === null) !== (before.claimed_at === null)) await notifySite(tx, projectId);
  await choosePrimary(deps, tx, project);
  return selectDomain(tx, projectId, domain);
}
