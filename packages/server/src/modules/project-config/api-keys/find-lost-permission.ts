import type { Scope } from '@docwright/contract';
import type { Queryable } from '../../../platform/database/index.ts';
import { coversScope } from '../../../platform/http/index.ts';
import type { Author } from '../../foundation/audit-log/index.ts';
import { scopesOfRole } from '../../identity/accounts/index.ts';
import { selectUsableKeyById, selectUserWithRole, type ApiKeyTables } from './store.ts';

export interface NeededPermission {
  readonly organizationId: string;
  readonly projectId: string;
  /** The person or key that started the work. Other actors lose no permissions. */
  readonly actor: Author['actor'];
  readonly scopes: readonly Scope[];
}

/**
 * Long-running work checks permissions when it starts. This function checks them again before the result is used in the
 * actor's name. Returns why the actor no longer has the permissions, as the end of a sentence, or `undefined` if the
 * actor still has them.
 */
export async function findLostPermission(
  db: Queryable<ApiKeyTables>,
  { organizationId, projectId, actor, scopes }: NeededPermission,
): Promise<string | undefined> {
  const findLacking = (held: readonly Scope[]) => scopes.find((scope) => !coversScope(held, scope));
  switch (actor.kind) {
    case 'user': {
      const user = await selectUserWithRole(db, organizationId, actor.id ?? '');
      const name = user?.email ?? actor.name;
      if (user === undefined || user.role === null) return `${name} is no longer a member of the organization`;
      const lacking = findLacking(scopesOfRole[user.role]);
      if (lacking === undefined) return undefined;
      return `${name} now has the role "${user.role}", which lacks the scope "${lacking}"`;
    }
    case 'api_key': {
      const name = `the API key "${actor.name}"`;
      const key = await selectUsableKeyById(db, organizationId, actor.id ?? '');
      if (key === undefined) return `${name} was revoked or has expired`;
      if (key.project_ids?.includes(projectId) === false) return `${name} isn't bound to the project`;
      const lacking = findLacking(key.scopes);
      return lacking === undefined ? undefined : `${name} lacks the scope "${lacking}"`;
    }
    default:
      return undefined;
  }
}
