import type { FastifyRequest } from 'fastify';
import { type Authenticate, hasScope, type Identity } from '../../platform/http/index.ts';
import { findPrincipal } from './read-credential.ts';

export type FormCheck =
  | { readonly kind: 'allowed'; readonly principal: Identity }
  | { readonly kind: 'refused'; readonly status: 401 | 403; readonly text: string };

export interface FormRules {
  readonly authenticate: Authenticate;
  readonly organizationId: string | undefined;
  readonly scope: 'repositories:read' | 'repositories:write';
}

export function readForm(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}

/**
 * Acting needs a key that was typed into the form. A browser sends no such thing by itself, so another site can't make it
 * act for its owner; a form that says it comes from one is refused all the same.
 */
export async function checkForm(request: FastifyRequest, rules: FormRules): Promise<FormCheck> {
  if (request.headers['sec-fetch-site'] === 'cross-site') {
    return { kind: 'refused', status: 403, text: 'The form was sent from another site.' };
  }
  const principal = await findPrincipal(rules.authenticate, readForm(request).get('key')?.trim());
  // A key of another organization is told what a wrong one is told.
  if (principal === undefined || principal.organizationId !== rules.organizationId) {
    return { kind: 'refused', status: 401, text: 'This API key is not valid here.' };
  }
  if (hasScope(principal, rules.scope)) return { kind: 'allowed', principal };
  return { kind: 'refused', status: 403, text: `The key "${principal.actor.name}" lacks the scope ${rules.scope}.` };
}
