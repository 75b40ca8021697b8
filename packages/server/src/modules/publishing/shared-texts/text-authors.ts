import type { Principal } from '../../../platform/http/index.ts';

/** A person whose updates aren't in the draft yet. */
export interface TextAuthor {
  readonly name: string;
  readonly address: string;
  readonly userAgent: string | null;
  readonly requestId: string;
}

export type AuthorsById = Readonly<Record<string, TextAuthor>>;

export const toAuthor = ({ actor, origin }: Principal): TextAuthor => ({ name: actor.name, ...origin });

export const nobody: TextAuthor = { name: '', address: '', userAgent: null, requestId: '' };

export const listAuthors = (organizationId: string, authors: AuthorsById): readonly Principal[] =>
  Object.entries(authors).map(([id, author]) => toPrincipal(organizationId, id, author));

/** Returns a principal without scopes: its permissions were checked when its updates were received. */
export const toPrincipal = (organizationId: string, id: string, { name, ...origin }: TextAuthor): Principal => ({
  actor: { kind: 'user', id, name },
  organizationId,
  plan: 'enterprise',
  isOperator: false,
  scopes: [],
  projectIds: null,
  expiresAt: null,
  role: null,
  origin,
});
