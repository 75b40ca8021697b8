import { Type } from 'typebox';
import { json, operation, projectId } from './define-operation.ts';
import { AddDomainBody, SiteDomain, SiteDomainList } from './domain.ts';
import { Id } from './ids.ts';

const tag = 'Domains';
const domain = { ...projectId, domain: Id('Domain, as it was added or in Punycode.') };

export const domainOperations = {
  addDomain: operation({
    method: 'POST',
    path: '/v1/projects/{projectId}/domains',
    tag,
    summary: 'Add a domain',
    description:
      'The response contains the DNS records to set. The site is served on the domain as soon as one of the records verifies it. Adding a domain again returns it unchanged.',
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
    description: 'Domains of the live site, in the order in which they were added.',
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
    description: 'Returns its state and its DNS records.',
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
    description: 'The site is no longer served on the domain, and another project can verify the domain.',
    scope: 'projects:write',
    params: Type.Object(domain),
    success: { status: 204, description: 'The domain is removed.', content: {} },
    errors: ['not_found', 'site_not_live'],
  }),
  checkDomain: operation({
    method: 'POST',
    path: '/v1/projects/{projectId}/domains/{domain}/check',
    tag,
    summary: 'Check a domain',
    description:
      'Checks its DNS records now. Each organization can make at most 30 checks per minute; verified domains are also checked automatically once a day.',
    scope: 'projects:write',
    params: Type.Object(domain),
    success: json(200, 'The domain with the result of the check.', SiteDomain),
    errors: ['not_found', 'site_not_live', 'rate_limited'],
  }),
  makeDomainPrimary: operation({
    method: 'POST',
    path: '/v1/projects/{projectId}/domains/{domain}/primary',
    tag,
    summary: 'Make a domain the primary one',
    description:
      "Starts a deployment after which canonical links, the sitemap and robots.txt use the domain. The project's other domains redirect to it immediately.",
    scope: 'projects:write',
    params: Type.Object(domain),
    success: json(200, 'The primary domain.', SiteDomain),
    errors: ['not_found', 'site_not_live', 'domain_not_verified'],
  }),
} as const;
