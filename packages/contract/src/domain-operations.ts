import { Type } from 'typebox';
import { json, operation, projectId } from './define-operation.ts';
import { AddDomainBody, SiteDomain, SiteDomainList } from './domain.ts';
import { Id } from './ids.ts';

const tag = 'Domains';
const domain = { ...projectId, domain: Id('Domain, as it was added or in punycode.') };

export const domainOperations = {
  addDomain: operation({
    method: 'POST',
    path: '/v1/projects/{projectId}/domains',
    tag,
    summary: 'Add a domain',
    description:
      'The answer has the DNS records to set. The site answers at the domain once one of them proves whose it is. A domain that the project has already is answered as it is.',
    scope: 'projects:write',
    params: Type.Object(projectId),
    body: AddDomainBody,
    success: json(201, 'The domain, with its records.', SiteDomain),
    errors: ['not_found', 'invalid_domain', 'domain_limit_reached', 'site_not_live'],
  }),
  listDomains: operation({
    method: 'GET',
    path: '/v1/projects/{projectId}/domains',
    tag,
    summary: 'List domains',
    description: 'Domains at which the live site answers or is to answer, the first added first.',
    scope: 'projects:read',
    params: Type.Object(projectId),
    success: json(200, 'The domains.', SiteDomainList),
    errors: ['not_found', 'site_not_live'],
  }),
  getDomain: operation({
    method: 'GET',
    path: '/v1/projects/{projectId}/domains/{domain}',
    tag,
    summary: 'Get a domain',
    description: 'Its state and its records.',
    scope: 'projects:read',
    params: Type.Object(domain),
    success: json(200, 'The domain.', SiteDomain),
    errors: ['not_found', 'site_not_live'],
  }),
  removeDomain: operation({
    method: 'DELETE',
    path: '/v1/projects/{projectId}/domains/{domain}',
    tag,
    summary: 'Remove a domain',
    description: 'The site answers at it no longer, and another project may prove it.',
    scope: 'projects:write',
    params: Type.Object(domain),
    success: { status: 204, description: 'It is gone.', content: {} },
    errors: ['not_found', 'site_not_live'],
  }),
  checkDomain: operation({
    method: 'POST',
    path: '/v1/projects/{projectId}/domains/{domain}/check',
    tag,
    summary: 'Check a domain',
    description:
      'Looks at its DNS records now. At most 30 in any minute for each organization; by itself the service looks at a verified domain once a day.',
    scope: 'projects:write',
    params: Type.Object(domain),
    success: json(200, 'The domain, with what was found.', SiteDomain),
    errors: ['not_found', 'site_not_live', 'rate_limited'],
  }),
  makeDomainPrimary: operation({
    method: 'POST',
    path: '/v1/projects/{projectId}/domains/{domain}/primary',
    tag,
    summary: 'Make a domain the primary one',
    description:
      'Canonical links, sitemap and robots.txt name it after a deployment that this starts; the project’s other names lead to it at once.',
    scope: 'projects:write',
    params: Type.Object(domain),
    success: json(200, 'The domain, primary.', SiteDomain),
    errors: ['not_found', 'site_not_live', 'domain_not_verified'],
  }),
} as const;
