import { Type, type Static } from 'typebox';
import { json, operation, projectId } from './define-operation.ts';
import { DateTime, Nullable } from './ids.ts';

export const pageHealthLists = ['broken_links', 'unread', 'searched_from', 'stale', 'code_changed'] as const;
export type PageHealthList = (typeof pageHealthLists)[number];

const state = Type.Enum(['off', 'waiting', 'known'], {
  description:
    "`off`: links are not checked, or the project doesn't count its readers. `waiting`: no site is live, or it is too early for a result.",
});
const hasMore = Type.Boolean({ description: 'Whether there are more rows: request this list with `offset`.' });
const page = { path: Type.String({ description: 'Path of the page, such as `/guides/keys`.' }), title: Type.String() };

export const PageHealth = Type.Object(
  {
    brokenLinks: Nullable(
      Type.Object({
        state,
        links: Type.Integer({ description: 'Number of different links to other hosts.' }),
        checked: Type.Integer({ description: 'Number of these links that have been checked at least once.' }),
        complete: Type.Boolean({ description: 'False if the site has more than 10,000 pages or 5,000 links.' }),
        rows: Type.Array(
          Type.Object({
            url: Type.String({ description: 'Without fragment.' }),
            status: Nullable(Type.Integer({ description: "404 or 410; null if the host name doesn't resolve." })),
            pages: Type.Array(Type.String(), { description: 'Pages with the link, at most 20.' }),
            pageCount: Type.Integer(),
            brokenSince: DateTime('When a check failed for the first time.'),
            checkedAt: DateTime('When a check last failed.'),
          }),
          {
            description:
              'Two checks at least twelve hours apart failed, and none succeeded in between. Links on the most pages first.',
          },
        ),
        hasMore,
      }),
    ),
    unreadPages: Nullable(
      Type.Object({
        state,
        since: Nullable(Type.String({ description: 'First day (UTC) of the counts.' })),
        rows: Type.Array(Type.Object(page), {
          description: 'Pages without a view by a person in 90 days, or since counting started; by path.',
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
            readers: Type.Integer({ description: 'People who viewed it, counted per day.' }),
            searchers: Type.Integer({ description: 'Number of these readers who searched from the page.' }),
            share: Type.Number({ description: 'From 0 to 1.' }),
          }),
          {
            description:
              'Pages from which at least 5 people and 10% of the readers searched in the last 30 days. Largest share first.',
          },
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
            unchangedSince: DateTime('Start of the period for which the text is known to be unchanged.'),
            views: Nullable(
              Type.Integer({ description: 'Views by people in 90 days. Null if readers are not counted.' }),
            ),
          }),
          { description: 'Pages whose text is known to be unchanged for 180 days. Most views first.' },
        ),
        hasMore,
      }),
    ),
    codeChangedPages: Nullable(
      Type.Object({
        state: Type.Enum(['off', 'waiting', 'known'], {
          description: '`off`: no page can have code anchors. `waiting`: they have not been checked yet.',
        }),
        checkedAt: Nullable(DateTime('When the anchors were last compared with the code.')),
        fault: Nullable(Type.String({ description: 'The reason that a later check could not complete.' })),
        rows: Type.Array(
          Type.Object({
            path: page.path,
            file: Type.String({ description: 'File of the page, relative to the docs folder.' }),
            line: Type.Integer({ minimum: 1, description: 'Line of the anchor in the file.' }),
            location: Type.String({ description: 'The code as it was cited: `repository@commit:path#L10-L20`.' }),
            reason: Type.Enum(['changed', 'missing'], {
              description: '`changed`: the lines are different now. `missing`: the file no longer exists.',
            }),
            since: DateTime('When a check first found the change.'),
          }),
          {
            description:
              "Pages on the project's branch with a code anchor whose code has changed. At most 1,000 anchors are listed.",
          },
        ),
        hasMore,
      }),
    ),
  },
  { $id: 'PageHealth', description: 'Lists that were not requested are null.' },
);
export type PageHealth = Static<typeof PageHealth>;

export const pageHealthOperations = {
  getPageHealth: operation({
    method: 'GET',
    path: '/v1/projects/{projectId}/page-health',
    tag: 'Analytics',
    summary: 'Get the health of pages',
    description:
      "Pages of the live site that need attention: broken links to other hosts, pages without readers, pages that readers leave by searching, pages that haven't changed for a long time, and pages whose cited code has changed. Counts as an analytics request.",
    scope: 'analytics:read',
    params: Type.Object(projectId),
    query: Type.Object({
      list: Type.Optional(
        Type.Enum([...pageHealthLists], { description: 'Only this list. Default: the first rows of all lists.' }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 250, default: 50, description: 'Maximum number of rows in each list.' }),
      ),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0, description: 'Rows to skip.' })),
    }),
    errors: ['not_found', 'invalid_request', 'rate_limited'],
    success: json(200, 'The lists.', PageHealth),
  }),
} as const;
