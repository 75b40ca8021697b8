import { idPrefixes, type Plan } from '@docwright/contract';
import type { Queryable } from '../../platform/database/index.ts';
import { newId } from '../../platform/ids/index.ts';
import { insertOrganization, type OrganizationRow, type OrganizationTables } from './store.ts';

/** A self-hosted installation's own organization has every feature unless its operator says otherwise. */
export const firstOrganizationPlan: Plan = 'enterprise';

export async function createOrganization(
  db: Queryable<OrganizationTables>,
  given: { readonly name: string; readonly plan: Plan },
): Promise<OrganizationRow> {
  return insertOrganization(db, { id: newId(idPrefixes.organization), name: given.name, plan: given.plan });
}
