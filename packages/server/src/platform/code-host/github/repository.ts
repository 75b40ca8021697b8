import { CodeHostError } from '../errors.ts';

export interface GitHubRepository {
  readonly owner: string;
  readonly name: string;
}

/** Accounts managed by an enterprise have an underscore in their names. */
const OWNER = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;
const NAME = /^[A-Za-z0-9._-]{1,100}$/;

/** Checks owner and name against an allow-list, because they become part of paths. Errors: invalid-repository-name. */
export function requireRepository({ owner, name }: GitHubRepository): GitHubRepository {
  if (OWNER.test(owner) && NAME.test(name) && !/^\.{1,2}$|\.git$/i.test(name)) return { owner, name };
  throw new CodeHostError(
    'invalid-repository-name',
    `${JSON.stringify(`${owner}/${name}`.slice(0, 120))} is not owner/name: use letters, digits, "-", "_" and, in the name, ".".`,
  );
}
