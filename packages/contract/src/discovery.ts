import { Type, type Static } from 'typebox';
import { json, operation } from './define-operation.ts';
import { Id } from './ids.ts';

const label = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }));

const SearchBody = Type.Object(
  {
    query: Type.String({ minLength: 1, maxLength: 1000 }),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Hits at most.' })),
    scoreThreshold: Type.Optional(Type.Number({ minimum: 0, maximum: 1, default: 0 })),
    filter: Type.Optional(
      Type.Object(
        { version: label, language: label, tag: label },
        { description: 'Labels as the site’s navigation has them.' },
      ),
    ),
  },
  { $id: 'SearchDiscovery' },
);
export type SearchBody = Static<typeof SearchBody>;

export const DiscoveryHit = Type.Object(
  {
    content: Type.String({ description: 'Text of the section around what was found.' }),
    path: Type.String({ description: 'Of the page, without the site’s base path: `guides/keys`.' }),
    metadata: Type.Object({
      title: Type.String(),
      heading: Type.String({ description: 'Empty for the beginning of a page.' }),
      anchor: Type.String({ description: 'Id of the heading; empty for the page itself.' }),
      breadcrumbs: Type.Array(Type.String()),
      score: Type.Number({ description: '0…1.' }),
      version: Type.Optional(Type.String()),
      language: Type.Optional(Type.String()),
      tag: Type.Optional(Type.String()),
    }),
  },
  { $id: 'DiscoveryHit' },
);
export type DiscoveryHit = Static<typeof DiscoveryHit>;

const DiscoveryPage = Type.Object(
  { path: Type.String(), content: Type.String({ description: 'Markdown.' }) },
  { $id: 'DiscoveryPage' },
);
export type DiscoveryPage = Static<typeof DiscoveryPage>;

const tag = 'Discovery';
const domain = { domain: Id('Slug or host name of a live site.') };
const who =
  'With a public key of the project, from its allowed origins, or with any key that has `discovery:read`. What the project does not publish answers 404, as do sites of others.';

export const discoveryOperations = {
  searchDiscovery: operation({
    method: 'POST',
    path: '/discovery/v1/search/{domain}',
    tag,
    summary: 'Search a live site',
    description: `Best passages first, one for each page. ${who}`,
    scope: 'discovery:read',
    publicKeys: true,
    params: Type.Object(domain),
    body: SearchBody,
    ignoresUnknownFields: true,
    success: json(200, 'The passages.', Type.Array(DiscoveryHit)),
    errors: ['site_unreadable', 'rate_limited'],
  }),
  readDiscoveryPage: operation({
    method: 'POST',
    path: '/discovery/v1/page/{domain}',
    tag,
    summary: 'Read a page of a live site',
    description: `As Markdown. ${who}`,
    scope: 'discovery:read',
    publicKeys: true,
    params: Type.Object(domain),
    body: Type.Object({ path: Type.String({ minLength: 1, maxLength: 1000 }) }, { $id: 'ReadDiscoveryPage' }),
    ignoresUnknownFields: true,
    success: json(200, 'The page.', DiscoveryPage),
    errors: ['site_unreadable', 'rate_limited'],
  }),
} as const;
