import { Type, type Static } from 'typebox';
import { json, operation } from './define-operation.ts';
import { Id } from './ids.ts';

const label = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }));

export const readerGroups = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
    maxItems: 100,
    description:
      'Returns the results for a signed-in reader in these groups. Requires `deployments:write`, because the results include content that is restricted to these groups. Public sites contain no restricted content.',
  }),
);

const SearchBody = Type.Object(
  {
    query: Type.String({ minLength: 1, maxLength: 1000 }),
    pageSize: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Maximum number of hits.' }),
    ),
    scoreThreshold: Type.Optional(Type.Number({ minimum: 0, maximum: 1, default: 0 })),
    filter: Type.Optional(
      Type.Object(
        { version: label, language: label, tag: label, groups: readerGroups },
        { description: "Labels from the site's navigation, and groups of readers." },
      ),
    ),
  },
  { $id: 'SearchDiscovery' },
);
export type SearchBody = Static<typeof SearchBody>;

export const DiscoveryHit = Type.Object(
  {
    content: Type.String({ description: 'Text of the section around the match.' }),
    path: Type.String({ description: "Path of the page, without the site's base path, such as `guides/keys`." }),
    metadata: Type.Object({
      title: Type.String(),
      heading: Type.String({ description: 'Empty for the start of a page.' }),
      anchor: Type.String({ description: 'ID of the heading; empty for the page itself.' }),
      breadcrumbs: Type.Array(Type.String()),
      score: Type.Number({ description: 'From 0 to 1.' }),
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
  'Requires a public key of the project, used from its allowed origins, or any key with `discovery:read`. Unpublished content and sites of other organizations return 404.';

export const discoveryOperations = {
  searchDiscovery: operation({
    method: 'POST',
    path: '/discovery/v1/search/{domain}',
    tag,
    summary: 'Search a live site',
    description: `Best passages first, one per page. ${who}`,
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
    description: `Returns the page as Markdown. ${who}`,
    scope: 'discovery:read',
    publicKeys: true,
    params: Type.Object(domain),
    body: Type.Object(
      {
        path: Type.String({ minLength: 1, maxLength: 1000 }),
        filter: Type.Optional(Type.Object({ groups: readerGroups })),
      },
      { $id: 'ReadDiscoveryPage' },
    ),
    ignoresUnknownFields: true,
    success: json(200, 'The page.', DiscoveryPage),
    errors: ['site_unreadable', 'rate_limited'],
  }),
} as const;
