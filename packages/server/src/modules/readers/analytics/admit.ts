import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { mayUseProject, type Principal } from '../../../platform/http/index.ts';
import type { OrganizationTables } from '../../identity/organizations/index.ts';
import { findProject, projectNotFound, type ProjectTables } from '../../project-config/projects/index.ts';
import { takeUse, type RateLimit, type RateLimitTables } from '../../foundation/rate-limits/index.ts';
import { readRange } from './read-range.ts';
import type { ProjectDays } from './store.ts';

/** Limit for all of an organization's API keys together. */
const keyLimit: RateLimit = { name: 'analytics', limit: 100, windowSeconds: 3600 };
/** Limit for a signed-in person. A dashboard page sends up to ten requests. */
const sessionLimit: RateLimit = { name: 'analytics-sessions', limit: 3_000, windowSeconds: 3600 };

export interface AdmittingTables extends OrganizationTables, ProjectTables, RateLimitTables {}

interface AdmitDeps {
  readonly database: Database<AdmittingTables>;
  readonly clock: Clock;
}

interface Asked {
  readonly projectId: string;
  readonly dateFrom?: string;
  readonly dateTo?: string;
  /** Maximum number of days, if it is lower than for other requests. */
  readonly maxDays?: number | undefined;
}

/**
 * Counts a request toward the hourly limit of the organization's keys, or of the signed-in person.
 * @throws ApiError not_found, invalid_request, rate_limited
 */
export async function admitToAnalytics(
  { database, clock }: AdmitDeps,
  principal: Principal,
  asked: Asked,
): Promise<ProjectDays> {
  const { projectId } = asked;
  await requireProject(database, principal, projectId);
  const range = readRange(asked, clock.now());
  const { actor, organizationId } = principal;
  await database.kysely
    .transaction()
    .execute((tx) =>
      actor.kind === 'user' ? takeUse(tx, sessionLimit, actor.id) : takeUse(tx, keyLimit, organizationId),
    );
  return { projectId, ...range };
}

/** @throws ApiError not_found */
export async function requireProject(
  { kysely }: Database<AdmittingTables>,
  principal: Principal,
  projectId: string,
): Promise<void> {
  const project = mayUseProject(principal, projectId)
    ? await findProject(kysely, principal.organizationId, projectId)
    : undefined;
  if (project === undefined) throw projectNotFound(projectId);
}
