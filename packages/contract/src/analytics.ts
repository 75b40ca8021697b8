import { Type, type Static } from 'typebox';
import { json, operation, projectId } from './define-operation.ts';
import { DateTime, Nullable } from './ids.ts';

const counts = {
  human: Type.Integer({ description: 'By people.' }),
  ai: Type.Integer({ description: 'By AI agents, and of Markdown and the MCP server.' }),
  total: Type.Integer(),
};
export const Counts = Type.Object(counts);
const PageCounts = Type.Array(
  Type.Object({ path: Type.String({ description: 'Of the page: `/guides/keys`.' }), ...counts }),
);
const hasMore = Type.Boolean({ description: 'Whether rows follow: ask with `offset`.' });

export const AnalyticsViews = Type.Object({ totals: Counts, views: PageCounts, hasMore }, { $id: 'AnalyticsViews' });
export type AnalyticsViews = Static<typeof AnalyticsViews>;

export const AnalyticsVisitors = Type.Object(
  { totals: Counts, visitors: PageCounts, hasMore },
  { $id: 'AnalyticsVisitors' },
);
export type AnalyticsVisitors = Static<typeof AnalyticsVisitors>;

export const AnalyticsSearches = Type.Object(
  {
    totalSearches: Type.Integer({ description: 'Of the whole range.' }),
    searches: Type.Array(
      Type.Object({
        searchQuery: Type.String({
          description: 'In lower case. Beyond 1,000 different ones of a day they count together, as `(other)`.',
        }),
        hits: Type.Integer({ description: 'How often it was searched for.' }),
        ctr: Type.Number({ description: 'Results that were opened for each search, 0…1.' }),
        topClickedPage: Nullable(Type.String()),
        withoutResult: Type.Integer({
          description: 'How often nothing was found. Pages of deployments before this was counted tell nothing of it.',
        }),
        lastSearchedAt: DateTime('When it was last searched for.'),
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
      Type.Object({ date: Type.String({ description: 'Of UTC: `2026-01-31`.' }), views: Counts, visitors: Counts }),
      { description: 'Every day of the range.' },
    ),
    hours: Type.Optional(
      Type.Array(Type.Object({ time: DateTime('When the hour begins.'), views: Counts, visitors: Counts }), {
        description:
          'Every hour of the range, where `interval` is `hour`. Visitors are different ones within the hour. Days that were counted before hours were tell none.',
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
            'Host name that readers came from. Beyond 1,000 different ones of a day they count together, as `(other)`.',
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
          description: 'As it was asked for. Beyond 1,000 different ones of a day they count together, as `(other)`.',
        }),
        hits: Type.Integer(),
        topReferrer: Nullable(Type.String({ description: 'Host name that most came from.' })),
        lastSeenAt: DateTime('When it was last asked for.'),
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
            'Without query and fragment. Beyond 1,000 different ones of a day they count together, as `(other)`.',
        }),
        clicks: Type.Integer(),
        topPage: Nullable(Type.String({ description: 'Page on which it was clicked most.' })),
        lastClickedAt: DateTime('When it was last clicked.'),
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
        path: Type.String({ description: 'Of the page.' }),
        language: Type.String({ description: 'Of the code block; empty where it is not known.' }),
        firstLine: Type.String({
          description:
            'Its first 160 characters. Empty where it is not known: beyond 1,000 different code blocks of a day they count by page.',
        }),
        copies: Type.Integer(),
        lastCopiedAt: DateTime('When it was last copied.'),
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
        method: Type.String({ description: 'In upper case: `POST`. Empty of `(other)`.' }),
        operation: Type.String({
          description:
            'Path of the operation, with the names of its parameters: `/users/{id}`. Beyond 1,000 different rows of a day they count together, as `(other)`.',
        }),
        status: Type.Enum(['1xx', '2xx', '3xx', '4xx', '5xx', 'none', 'unknown'], {
          description: 'How the API answered. `none`: no answer came. `unknown`: of `(other)`.',
        }),
        calls: Type.Integer(),
        topPage: Nullable(Type.String({ description: 'Page on which it was sent most.' })),
        lastCalledAt: DateTime('When it was last sent.'),
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
        path: Nullable(Type.String({ description: 'Of the page that was read; null of lists and searches.' })),
        via: Type.Enum(['html', 'markdown', 'llms.txt', 'llms-full.txt', 'mcp'], {
          description:
            'How: the page as people have it, as Markdown, a list of pages, all pages in one, the MCP server.',
        }),
        tool: Nullable(Type.String({ description: 'Of the MCP server: `search`, `read_page`.' })),
        reads: Type.Integer(),
        lastReadAt: DateTime('When it was last read.'),
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
        timestamp: DateTime('When it was asked.'),
        query: Type.String(),
        response: Type.String({ description: 'Markdown.' }),
        sources: Type.Array(Type.Object({ title: Type.String(), url: Type.String() }), {
          description: 'Sections that the answer names. The address begins at the root of the site’s host.',
        }),
        resolutionStatus: Type.Enum(['answered', 'unanswered'], {
          description: '`unanswered`: the pages don’t say, or a model failed.',
        }),
        queryCategory: Nullable(
          Type.String({
            description: 'Folder of the first source’s page: `guides` of `/guides/keys`. Null at the top.',
          }),
        ),
      }),
      { description: 'Newest first.' },
    ),
    nextCursor: Nullable(Type.String({ description: 'A ULID; null on the last page.' })),
    hasMore: Type.Boolean({ description: 'Whether a page follows.' }),
  },
  { $id: 'AnalyticsAssistant' },
);
export type AnalyticsAssistant = Static<typeof AnalyticsAssistant>;

export const AnalyticsAssistantCallers = Type.Object(
  {
    web: Type.Integer({ description: 'On pages of the site.' }),
    api: Type.Integer({ description: 'By programs.' }),
    other: Type.Integer({ description: 'In no other way can an assistant be asked: always 0.' }),
    total: Type.Integer(),
  },
  { $id: 'AnalyticsAssistantCallers' },
);
export type AnalyticsAssistantCallers = Static<typeof AnalyticsAssistantCallers>;

export const dateRange = {
  dateFrom: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'First day of UTC: `2026-01-01`. Default: thirty days before `dateTo`.',
    }),
  ),
  dateTo: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'The day after the last, at most 400 days after `dateFrom`. Default: tomorrow, so that today is part of it.',
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
  Type.Integer({ minimum: 1, maximum: 250, default: 50, description: 'Rows of the answer.' }),
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
const perHour = 'The API keys of an organization may make 100 analytics calls an hour, and each signed-in person 3,000.';

export const analyticsOperations = {
  getAnalyticsViews: operation({
    ...common,
    path: '/v1/analytics/{projectId}/views',
    summary: 'Count views of pages',
    description: `Of the live site, the most viewed pages first. ${perHour}`,
    query: Type.Object({ ...dateRange, ...slice }),
    success: json(200, 'Views of all pages together, and by page.', AnalyticsViews),
  }),
  getAnalyticsVisitors: operation({
    ...common,
    path: '/v1/analytics/{projectId}/visitors',
    summary: 'Count visitors',
    description: `The sum of each day’s visitors: nobody is recognized on another day. ${perHour}`,
    query: Type.Object({ ...dateRange, ...slice }),
    success: json(200, 'Visitors of the site, and of each page.', AnalyticsVisitors),
  }),
  getAnalyticsSearches: operation({
    ...common,
    path: '/v1/analytics/{projectId}/searches',
    summary: 'List searches',
    description: `What readers searched for in the site’s dialog, the most frequent first. ${perHour}`,
    query: Type.Object({
      ...dateRange,
      limit,
      withoutResult: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Only queries that found nothing, those that did so most often first. `nextCursor` belongs to one value.',
        }),
      ),
      cursor: Type.Optional(
        Type.String({ minLength: 1, maxLength: 2_000, description: '`nextCursor` of the page before.' }),
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
          description: 'With `hour` the hours as well, of at most 31 days. Default `day`.',
        }),
      ),
    }),
    success: json(200, 'Every day of the range.', AnalyticsTimeseries),
  }),
  getAnalyticsReferrers: operation({
    ...common,
    path: '/v1/analytics/{projectId}/referrers',
    summary: 'List where readers came from',
    description: `Views by the host that linked to the page, the most first. ${perHour}`,
    query: Type.Object({ ...dateRange, ...slice }),
    success: json(200, 'One page of hosts.', AnalyticsReferrers),
  }),
  getAnalyticsNotFound: operation({
    ...common,
    path: '/v1/analytics/{projectId}/not-found',
    summary: 'List addresses without a page',
    description: `What readers asked for in vain, the most frequent first. ${perHour}`,
    query: Type.Object({ ...dateRange, ...slice }),
    success: json(200, 'One page of addresses.', AnalyticsNotFound),
  }),
  getAnalyticsAssistant: operation({
    ...common,
    path: '/v1/analytics/{projectId}/assistant',
    summary: 'List answers of the assistant',
    description: `For as long as the project’s \`retentionDays\` keep them; with 0 there are none. Beyond 8 MiB of text a page has fewer rows than \`limit\`. ${perHour}`,
    query: Type.Object({
      ...dateRange,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'Rows of the page, at most.' }),
      ),
      cursor: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: '`nextCursor` of the page before.' }),
      ),
    }),
    success: json(200, 'One page of questions with their answers.', AnalyticsAssistant),
  }),
  getAnalyticsAssistantCallers: operation({
    ...common,
    path: '/v1/analytics/{projectId}/assistant/caller-stats',
    summary: 'Count who asked the assistant',
    description: `Of the answers that the list above has. ${perHour}`,
    query: Type.Object(dateRange),
    success: json(200, 'Questions by where they came from.', AnalyticsAssistantCallers),
  }),
  exportAnalytics: operation({
    ...common,
    path: '/v1/analytics/{projectId}/export',
    summary: 'Export web analytics',
    description: `One row for each day and page, query, address, code block, operation or agents’ read; of \`feedback\` one for each, newest first. ${perHour}`,
    query: Type.Object({
      kind: Type.Enum([...analyticsExportKinds], { description: 'What the rows tell.' }),
      format: Type.Optional(Type.Enum(['csv', 'jsonl'], { default: 'csv' })),
      ...dateRange,
    }),
    success: {
      status: 200,
      description: 'CSV (RFC 4180) with a line of names, or one JSON object a line.',
      content: { 'text/csv': Type.String(), 'application/jsonl': Type.String() },
    },
  }),
  getAnalyticsOutlinks: operation({
    ...common,
    path: '/v1/analytics/{projectId}/outlinks',
    summary: 'List links to other sites that were followed',
    description: `The most frequent first. ${perHour}`,
    query: Type.Object({ ...dateRange, ...slice }),
    success: json(200, 'One page of links.', AnalyticsOutlinks),
  }),
  getAnalyticsCodeCopies: operation({
    ...common,
    path: '/v1/analytics/{projectId}/code-copies',
    summary: 'List code blocks that were copied',
    description: `By their button, the most frequent first. ${perHour}`,
    query: Type.Object({ ...dateRange, ...slice }),
    success: json(200, 'One page of code blocks.', AnalyticsCodeCopies),
  }),
  getAnalyticsPlaygroundCalls: operation({
    ...common,
    path: '/v1/analytics/{projectId}/playground-calls',
    summary: 'List calls of the API playground',
    description: `By operation and kind of answer, the most frequent first. Nothing is known of what readers sent, to which host and with which key. ${perHour}`,
    query: Type.Object({ ...dateRange, ...slice }),
    success: json(200, 'One page of operations.', AnalyticsPlaygroundCalls),
  }),
  getAnalyticsAgentReads: operation({
    ...common,
    path: '/v1/analytics/{projectId}/agent-reads',
    summary: 'List what agents read',
    description: `Pages as Markdown or in full, \`llms.txt\`, \`llms-full.txt\` and tools of the site’s MCP server, the most frequent first. ${perHour}`,
    query: Type.Object({ ...dateRange, ...slice }),
    success: json(200, 'One page of what was read.', AnalyticsAgentReads),
  }),
} as const;
