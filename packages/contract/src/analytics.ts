import { Type, type Static } from 'typebox';
import { json, operation, projectId } from './define-operation.ts';
import { DateTime, Nullable } from './ids.ts';

const counts = {
  human: Type.Integer({ description: 'Views by people.' }),
  ai: Type.Integer({ description: 'Reads by AI agents, and all reads of Markdown or through the MCP server.' }),
  total: Type.Integer(),
};
export const Counts = Type.Object(counts);
const PageCounts = Type.Array(
  Type.Object({ path: Type.String({ description: 'Path of the page, such as `/guides/keys`.' }), ...counts }),
);
const hasMore = Type.Boolean({ description: 'Whether there are more rows: request them with `offset`.' });

export const AnalyticsViews = Type.Object({ totals: Counts, views: PageCounts, hasMore }, { $id: 'AnalyticsViews' });
export type AnalyticsViews = Static<typeof AnalyticsViews>;

export const AnalyticsVisitors = Type.Object(
  { totals: Counts, visitors: PageCounts, hasMore },
  { $id: 'AnalyticsVisitors' },
);
export type AnalyticsVisitors = Static<typeof AnalyticsVisitors>;

export const AnalyticsSearches = Type.Object(
  {
    totalSearches: Type.Integer({ description: 'Number of searches in the whole range.' }),
    searches: Type.Array(
      Type.Object({
        searchQuery: Type.String({
          description: 'In lowercase. After 1,000 different values per day, further values are counted as `(other)`.',
        }),
        hits: Type.Integer({ description: 'Number of searches.' }),
        ctr: Type.Number({ description: 'Opened results per search, from 0 to 1.' }),
        topClickedPage: Nullable(Type.String()),
        withoutResult: Type.Integer({
          description: 'Number of searches for which the index had no results.',
        }),
        lastSearchedAt: DateTime('When readers last entered the query.'),
      }),
    ),
    nextCursor: Nullable(Type.String()),
  },
  { $id: 'AnalyticsSearches' },
);
export type AnalyticsSearches = Static<typeof AnalyticsSearches>;

export const AnalyticsTimeseries = Type.Object(
  {
    days: Type.Array(
      Type.Object({
        date: Type.String({ description: 'Day in UTC, such as `2026-01-31`.' }),
        views: Counts,
        visitors: Counts,
      }),
      { description: 'Every day of the range.' },
    ),
    hours: Type.Optional(
      Type.Array(Type.Object({ time: DateTime('Start of the hour.'), views: Counts, visitors: Counts }), {
        description: 'Every hour of the range if `interval` is `hour`. Visitors are unique within the hour.',
      }),
    ),
  },
  { $id: 'AnalyticsTimeseries' },
);
export type AnalyticsTimeseries = Static<typeof AnalyticsTimeseries>;

export const AnalyticsReferrers = Type.Object(
  {
    referrers: Type.Array(
      Type.Object({
        referrer: Type.String({
          description:
            'Host name of the referrer. After 1,000 different values per day, further values are counted as `(other)`.',
        }),
        ...counts,
      }),
    ),
    hasMore,
  },
  { $id: 'AnalyticsReferrers' },
);
export type AnalyticsReferrers = Static<typeof AnalyticsReferrers>;

export const AnalyticsNotFound = Type.Object(
  {
    notFound: Type.Array(
      Type.Object({
        path: Type.String({
          description:
            'The address as requested. After 1,000 different values per day, further values are counted as `(other)`.',
        }),
        hits: Type.Integer(),
        topReferrer: Nullable(Type.String({ description: 'Host name of the most frequent referrer.' })),
        lastSeenAt: DateTime('When the address was last requested.'),
      }),
    ),
    hasMore,
  },
  { $id: 'AnalyticsNotFound' },
);
export type AnalyticsNotFound = Static<typeof AnalyticsNotFound>;

export const AnalyticsOutlinks = Type.Object(
  {
    outlinks: Type.Array(
      Type.Object({
        url: Type.String({
          description:
            'Without query or fragment. After 1,000 different values per day, further values are counted as `(other)`.',
        }),
        clicks: Type.Integer(),
        topPage: Nullable(Type.String({ description: 'Page on which the link was clicked most often.' })),
        lastClickedAt: DateTime('When the link was last clicked.'),
      }),
    ),
    hasMore,
  },
  { $id: 'AnalyticsOutlinks' },
);
export type AnalyticsOutlinks = Static<typeof AnalyticsOutlinks>;

export const AnalyticsCodeCopies = Type.Object(
  {
    codeCopies: Type.Array(
      Type.Object({
        path: Type.String({ description: 'Path of the page.' }),
        language: Type.String({ description: 'Language of the code block; empty if unknown.' }),
        firstLine: Type.String({
          description:
            'First 160 characters of the code block. Empty if unknown: after 1,000 different code blocks per day, further ones are counted by page only.',
        }),
        copies: Type.Integer(),
        lastCopiedAt: DateTime('When the code block was last copied.'),
      }),
    ),
    hasMore,
  },
  { $id: 'AnalyticsCodeCopies' },
);
export type AnalyticsCodeCopies = Static<typeof AnalyticsCodeCopies>;

export const AnalyticsPlaygroundCalls = Type.Object(
  {
    playgroundCalls: Type.Array(
      Type.Object({
        method: Type.String({ description: 'In uppercase, such as `POST`. Empty for `(other)`.' }),
        operation: Type.String({
          description:
            'Path of the operation with its parameter names, such as `/users/{id}`. After 1,000 different rows per day, further ones are counted as `(other)`.',
        }),
        status: Type.Enum(['1xx', '2xx', '3xx', '4xx', '5xx', 'none', 'unknown'], {
          description: 'How the API responded. `none`: the API did not respond. `unknown`: in `(other)` rows.',
        }),
        calls: Type.Integer(),
        topPage: Nullable(Type.String({ description: 'Page from which most calls were sent.' })),
        lastCalledAt: DateTime('When a call was last sent.'),
      }),
    ),
    hasMore,
  },
  { $id: 'AnalyticsPlaygroundCalls' },
);
export type AnalyticsPlaygroundCalls = Static<typeof AnalyticsPlaygroundCalls>;

export const AnalyticsAgentReads = Type.Object(
  {
    agentReads: Type.Array(
      Type.Object({
        path: Nullable(Type.String({ description: 'Path of the page; null for lists and searches.' })),
        via: Type.Enum(['html', 'markdown', 'llms.txt', 'llms-full.txt', 'mcp'], {
          description:
            'What the agent read: an HTML page, Markdown, a list of pages, all pages in one file, or a tool of the MCP server.',
        }),
        tool: Nullable(Type.String({ description: 'Tool of the MCP server, such as `search` or `read_page`.' })),
        reads: Type.Integer(),
        lastReadAt: DateTime('When agents last read it.'),
      }),
    ),
    hasMore,
  },
  { $id: 'AnalyticsAgentReads' },
);
export type AnalyticsAgentReads = Static<typeof AnalyticsAgentReads>;

export const AnalyticsAssistant = Type.Object(
  {
    conversations: Type.Array(
      Type.Object({
        id: Type.String({ description: 'A ULID.' }),
        timestamp: DateTime('When the question was asked.'),
        query: Type.String(),
        response: Type.String({ description: 'Markdown.' }),
        sources: Type.Array(Type.Object({ title: Type.String(), url: Type.String() }), {
          description: "Sections that the answer cites. The address starts at the root of the site's host.",
        }),
        resolutionStatus: Type.Enum(['answered', 'unanswered'], {
          description: "`unanswered`: the pages don't answer the question, or a model failed.",
        }),
        queryCategory: Nullable(
          Type.String({
            description:
              "Folder of the first source's page: `guides` for `/guides/keys`. Null for pages at the top level.",
          }),
        ),
      }),
      { description: 'Newest first.' },
    ),
    nextCursor: Nullable(Type.String({ description: 'A ULID; null on the last page.' })),
    hasMore: Type.Boolean({ description: 'Whether there is another page.' }),
  },
  { $id: 'AnalyticsAssistant' },
);
export type AnalyticsAssistant = Static<typeof AnalyticsAssistant>;

export const AnalyticsAssistantCallers = Type.Object(
  {
    web: Type.Integer({ description: 'Questions asked on pages of the site.' }),
    api: Type.Integer({ description: 'Questions asked by programs.' }),
    other: Type.Integer({ description: 'Always 0, because questions come only from the sources above.' }),
    total: Type.Integer(),
  },
  { $id: 'AnalyticsAssistantCallers' },
);
export type AnalyticsAssistantCallers = Static<typeof AnalyticsAssistantCallers>;

export const dateRange = {
  dateFrom: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'First day in UTC, such as `2026-01-01`. Default: 30 days before `dateTo`.',
    }),
  ),
  dateTo: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'The day after the last day of the range, at most 400 days after `dateFrom`. Default: tomorrow, so that today is included.',
    }),
  ),
};
export const analyticsExportKinds = [
  'views',
  'referrers',
  'searches',
  'not-found',
  'outlinks',
  'code-copies',
  'playground-calls',
  'agent-reads',
  'feedback',
] as const;
export type AnalyticsExportKind = (typeof analyticsExportKinds)[number];

const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 250, default: 50, description: 'Maximum number of rows in the response.' }),
);
const slice = {
  limit,
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0, description: 'Rows to skip.' })),
};

const common = {
  method: 'GET',
  tag: 'Analytics',
  scope: 'analytics:read',
  params: Type.Object(projectId),
  errors: ['not_found', 'invalid_request', 'rate_limited'],
} as const;
const perHour =
  "An organization's API keys can send 100 analytics requests per hour in total, and each signed-in person can send 3,000.";

export const analyticsOperations = {
  getAnalyticsViews: operation({
    ...common,
    path: '/v1/analytics/{projectId}/views',
    summary: 'Count page views',
    description: `Page views of the live site, most viewed pages first. ${perHour}`,
    query: Type.Object({ ...dateRange, ...slice }),
    success: json(200, 'Total views, and views by page.', AnalyticsViews),
  }),
  getAnalyticsVisitors: operation({
    ...common,
    path: '/v1/analytics/{projectId}/visitors',
    summary: 'Count visitors',
    description: `The sum of each day's visitors: visitors are not recognized across days. ${perHour}`,
    query: Type.Object({ ...dateRange, ...slice }),
    success: json(200, 'Visitors of the site, and of each page.', AnalyticsVisitors),
  }),
  getAnalyticsSearches: operation({
    ...common,
    path: '/v1/analytics/{projectId}/searches',
    summary: 'List searches',
    description: `Queries that readers entered in the site's search dialog, most frequent first. ${perHour}`,
    query: Type.Object({
      ...dateRange,
      limit,
      withoutResult: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Return only queries without results, most frequent first. A `nextCursor` is valid only for the same value of this parameter.',
        }),
      ),
      cursor: Type.Optional(
        Type.String({ minLength: 1, maxLength: 2_000, description: '`nextCursor` of the previous page.' }),
      ),
    }),
    success: json(200, 'One page of searches.', AnalyticsSearches),
  }),
  getAnalyticsTimeseries: operation({
    ...common,
    path: '/v1/analytics/{projectId}/timeseries',
    summary: 'Count views and visitors by day or hour',
    description: perHour,
    query: Type.Object({
      ...dateRange,
      interval: Type.Optional(
        Type.Enum(['day', 'hour'], {
          description:
            'With `hour`, the response also contains figures for each hour. The range can then have at most 31 days. Default: `day`.',
        }),
      ),
    }),
    success: json(200, 'Every day of the range.', AnalyticsTimeseries),
  }),
  getAnalyticsReferrers: operation({
    ...common,
    path: '/v1/analytics/{projectId}/referrers',
    summary: 'List referrers',
    description: `Views by the host that linked to the page, most frequent first. ${perHour}`,
    query: Type.Object({ ...dateRange, ...slice }),
    success: json(200, 'One page of referrers.', AnalyticsReferrers),
  }),
  getAnalyticsNotFound: operation({
    ...common,
    path: '/v1/analytics/{projectId}/not-found',
    summary: 'List broken addresses',
    description: `Addresses without a page that readers requested, most frequent first. ${perHour}`,
    query: Type.Object({ ...dateRange, ...slice }),
    success: json(200, 'One page of addresses.', AnalyticsNotFound),
  }),
  getAnalyticsAssistant: operation({
    ...common,
    path: '/v1/analytics/{projectId}/assistant',
    summary: "List the assistant's answers",
    description: `Answers are stored for the project's \`retentionDays\`; with 0, no answers are stored. A page can have fewer rows than \`limit\`, because its text is limited to 8 MiB. ${perHour}`,
    query: Type.Object({
      ...dateRange,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'Maximum number of rows on a page.' }),
      ),
      cursor: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: '`nextCursor` of the previous page.' }),
      ),
    }),
    success: json(200, 'One page of questions with their answers.', AnalyticsAssistant),
  }),
  getAnalyticsAssistantCallers: operation({
    ...common,
    path: '/v1/analytics/{projectId}/assistant/caller-stats',
    summary: 'Count assistant questions by caller',
    description: `Based on the stored answers. ${perHour}`,
    query: Type.Object(dateRange),
    success: json(200, 'Number of questions by origin.', AnalyticsAssistantCallers),
  }),
  exportAnalytics: operation({
    ...common,
    path: '/v1/analytics/{projectId}/export',
    summary: 'Export web analytics',
    description: `One row per day and page, query, address, code block, operation or agent read; for \`feedback\`, one row per entry, newest first. ${perHour}`,
    query: Type.Object({
      kind: Type.Enum([...analyticsExportKinds], { description: 'The data to export.' }),
      format: Type.Optional(Type.Enum(['csv', 'jsonl'], { default: 'csv' })),
      ...dateRange,
    }),
    success: {
      status: 200,
      description: 'CSV (RFC 4180) with a header line, or one JSON object per line.',
      content: { 'text/csv': Type.String(), 'application/jsonl': Type.String() },
    },
  }),
  getAnalyticsOutlinks: operation({
    ...common,
    path: '/v1/analytics/{projectId}/outlinks',
    summary: 'List followed links to other sites',
    description: `Most frequent first. ${perHour}`,
    query: Type.Object({ ...dateRange, ...slice }),
    success: json(200, 'One page of links.', AnalyticsOutlinks),
  }),
  getAnalyticsCodeCopies: operation({
    ...common,
    path: '/v1/analytics/{projectId}/code-copies',
    summary: 'List copied code blocks',
    description: `Code blocks that readers copied with the copy button, most frequent first. ${perHour}`,
    query: Type.Object({ ...dateRange, ...slice }),
    success: json(200, 'One page of code blocks.', AnalyticsCodeCopies),
  }),
  getAnalyticsPlaygroundCalls: operation({
    ...common,
    path: '/v1/analytics/{projectId}/playground-calls',
    summary: 'List API playground calls',
    description: `Calls by operation and type of response, most frequent first. The data that readers sent, the host and the key are not recorded. ${perHour}`,
    query: Type.Object({ ...dateRange, ...slice }),
    success: json(200, 'One page of operations.', AnalyticsPlaygroundCalls),
  }),
  getAnalyticsAgentReads: operation({
    ...common,
    path: '/v1/analytics/{projectId}/agent-reads',
    summary: 'List what agents read',
    description: `Pages read as Markdown or in full, \`llms.txt\`, \`llms-full.txt\`, and tools of the site's MCP server, most frequent first. ${perHour}`,
    query: Type.Object({ ...dateRange, ...slice }),
    success: json(200, 'One page of agent reads.', AnalyticsAgentReads),
  }),
} as const;
