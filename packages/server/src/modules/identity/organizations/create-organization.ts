import { idPrefixes, type Plan } from '@docwright/contract';
import type { Queryable } from '../../../platform/database/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import { recordAuditEvent, systemAuthor, type AuditLogTables } from '../../foundation/audit-log/index.ts';
import { OrganizationRefusal } from './errors.ts';
import {
  insertConnection,
  insertOrganization,
  findFirstOrganization,
  findOrganization,
  type OrganizationRow,
  type OrganizationTables,
} from './store.ts';

/** Plan of an installation's first organization, which has every feature unless its operator changes the plan. */
export const firstOrganizationPlan: Plan = 'enterprise';

const maxSlugLength = 39;

export interface NewOrganization {
  readonly name: string;
  readonly plan: Plan;
  /** Part of its repositories' addresses. The default is derived from the name. */
  readonly slug?: string | undefined;
}

/**
 * Creates an organization. The first organization is the operator's, and may use everything that the installation's
 * credentials can access. Later organizations can't use other code hosts until the operator connects repositories. If
 * two processes create the first one at the same time, the database refuses one of them.
 * @throws OrganizationRefusal if the slug can't be used, or is taken
 */
export async function createOrganization(
  db: Queryable<OrganizationTables & AuditLogTables>,
  { name, plan, slug }: NewOrganization,
): Promise<OrganizationRow> {
  const operator = (await findFirstOrganization(db)) === undefined;
  if (slug !== undefined) await requireFreeSlug(db, slug);
  const derived = slug ?? (await findFreeSlug(db, name));
  const row = await insertOrganization(db, {
    id: newId(idPrefixes.organization),
    name: name.trim(),
    plan,
    operator,
    ...(derived !== undefined && { slug: derived }),
  });
  if (operator) await insertConnection(db, row.id, '*');
  await recordAuditEvent(db, systemAuthor(row.id), {
    action: 'organization.created',
    target: { kind: 'organization', id: row.id, name: row.name },
    details: { plan, slug: row.slug },
  });
  return row;
}

async function requireFreeSlug(db: Queryable<OrganizationTables>, slug: string): Promise<void> {
  if (!/^[a-z0-9](?:-?[a-z0-9]){1,38}$/.test(slug)) {
    throw new OrganizationRefusal(
      `"${slug.slice(0, 80)}" is not a valid slug: use 2 to ${maxSlugLength} characters of a-z, 0-9 and single hyphens between them.`,
    );
  }
  if ((await findOrganization(db, slug)) === undefined) return;
  throw new OrganizationRefusal(`Another organization already has the slug "${slug}". Choose another one with --slug.`);
}

/**
 * Derives a slug. Returns `undefined` if the name results in none or in one that is taken; the database then chooses
 * one.
 */
async function findFreeSlug(db: Queryable<OrganizationTables>, name: string): Promise<string | undefined> {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    // Accents, which the normalization has separated from their letters.
    .replaceAll(/\p{Mn}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const slug = words.join('-').slice(0, maxSlugLength).replace(/-$/, '');
  return slug.length < 2 || (await findOrganization(db, slug)) !== undefined ? undefined : slug;
}
