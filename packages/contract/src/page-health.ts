import { Type, type Static } from 'typebox';
import { json, operation, projectId } from './define-operation.ts';
import { DateTime, Nullable } from './ids.ts';

export const pageHealthLists = ['broken_links', 'unread', 'searched_from', 'stale'] as const;
export type PageHealthList = (typeof pageHealthLists)[number];

const state = Type.Enum(['off', 'waiting', 'known'], {
  description:
    '`off`: links are not checked here, or the project does not count its readers. `waiting`: no site is live, or it is too early to tell.',
});
const hasMore = Type.Boolean({ description: 'Whether rows follow: ask for this list with `offset`.' });
const page = { path: Type.String({ description: 'Of the page: `/guides/keys`.' }), title: Type.String() };

export const PageHealth = Type.Object(
  {
    brokenLinks: Nullable(
      Type.Object({
        state,
        links: Type.Integer({ description: 'Different links to other hosts that the pages have.' }),
        checked: Type.Integer({ description: 'Of these, how many were asked at least once.' }),
        complete: Type.Boolean({ description: 'False where there are more than 10,000 pages or 5,000 links.' }),
        rows: Type.Array(
          Type.Object({
            url: Type.String({ description: 'Without fragment.' }),
            status: Nullable(Type.Integer({ description: '404 or 410; null where the host has no name.' })),
            pages: Type.Array(Type.String(), { description: 'Pages with the link, at most 20.' }),
            pageCount: Type.Integer(),
            brokenSince: DateTime('The first check that failed.'),
            checkedAt: DateTime('The last check that failed.'),
          }),
          {
            description:
              'Two checks at least twelve hours apart failed, and none between succeeded. Those of most pages first.',
          },
        ),
        hasMore,
      }),
    ),
    unreadPages: Nullable(
      Type.Object({
        state,
        since: Nullable(Type.String({ description: 'First day of UTC that was looked at.' })),
        rows: Type.Array(Type.Object(page), {
          description: 'Pages that no person viewed in 90 days, or since readers are counted; by path.',
        }),
        hasMore,
      }),
    ),
    searchedFromPages: Nullable(
      Type.Object({
        state,
        rows: Type.Array(
          Type.Object({
            ...page,
            readers: Type.Integer({ description: 'People who viewed it, each day for itself.' }),
            searchers: Type.Integer({ description: 'Of these, who searched from it.' }),
            share: Type.Number({ description: '0…1' }),
          }),
          { description: 'Of the last 30 days: at least 5 people and a tenth searched from it. Largest share first.' },
        ),
        hasMore,
      }),
    ),
    stalePages: Nullable(
      Type.Object({
        state,
        rows: Type.Array(
          Type.Object({
            ...page,
            unchangedSince: DateTime('Since when its text is known to be as it is.'),
            views: Nullable(
              Type.Integer({ description: 'By people, in 90 days. Null where readers are not counted.' }),
            ),
          }),
          { description: 'Pages whose text did not change for 180 days, as far as is known. Most views first.' },
        ),
        hasMore,
      }),
    ),
  },
  { $id: 'PageHealth', description: 'Lists that were not asked for are null.' },
);
export type PageHealth = Static<typeof PageHealth>;

export const pageHealthOperations = {
  getPageHealth: operation({
    method: 'GET',
    path: '/v1/projects/{projectId}/page-health',
    tag: 'Analytics',
    summary: 'Show the health of pages',
    description:
      'Of the live site: links to other hosts that are broken, pages that nobody reads, pages that readers leave by searching, and pages that did not change for long. It counts as a call of web analytics.',
    scope: 'analytics:read',
    params: Type.Object(projectId),
    query: Type.Object({
      list: Type.Optional(
        Type.Enum([...pageHealthLists], { description: 'Only this. Default: the first rows of all.' }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 250, default: 50, description: 'Rows of each list.' })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0, description: 'Rows to skip.' })),
    }),
    errors: ['not_found', 'invalid_request', 'rate_limited'],
    success: json(200, 'The lists.', PageHealth),
  }),
} as const;
