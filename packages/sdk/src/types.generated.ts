// Made by scripts/generate-sdk.ts from the operations of the contract. Change those, and make it again.

export interface AgentJob {
  id: string;
  projectId: string;
  status: 'active' | 'completed' | 'archived' | 'failed';
  source: {
    /** Full URL of the source repository. */
    repository: string;
    /** Branch that the agent works on. */
    ref: string | null;
  };
  /** Model that runs the job. */
  model: string;
  /** The first prompt, cut at 1,000 characters. */
  prompt: string;
  /** Title of the pull request, once there is one. */
  title: string | null;
  /** The pull request. Null while active, and when no file was changed. */
  prLink: string | null;
  pullRequest: AgentJobPullRequest | null;
  /** When the job was accepted. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When the job was archived. RFC 3339, UTC, milliseconds. */
  archivedAt: string | null;
  /** When anything of the job last changed. RFC 3339, UTC, milliseconds. */
  updatedAt: string;
  /** What came of it. Null while active and when failed. */
  result: 'changes' | 'no_changes' | 'needs_input' | 'needs_model' | 'blocked_by_policy' | 'conflict' | null;
  /** What was done, for a person. */
  summary: string | null;
  error: JobError | null;
  usage: {
    inputTokens: number;
    outputTokens: number;
    costUsd: number;
    /** False when the provider left out the figures of a step. */
    known: boolean;
  };
  files: Array<{
    path: string;
    change: 'added' | 'modified' | 'deleted';
    /** Lines. */
    added: number;
    /** Lines. */
    removed: number;
  }>;
  /** Job whose open pull request has the same tree. */
  duplicateOf: string | null;
  /** Prompts so far: 1 plus the follow-ups. */
  turns: number;
}

export interface AgentJobDiffLines {
  path: string;
  /** Number of the first line in `lines`. */
  from: number;
  /** Without their line ends. None where the file has fewer lines, or was deleted. */
  lines: string[];
  /** Lines of the file. */
  total: number;
}

export interface AgentJobEvent {
  /** Grows within the job; the value for `after` and `Last-Event-ID`. */
  id: number;
  type: 'job.created' | 'job.follow_up' | 'turn.started' | 'step.model' | 'step.tools' | 'gate.checked' | 'commit.made' | 'branch.pushed' | 'branch.adopted' | 'base.renewed' | 'pull_request.ready' | 'pull_request.ended' | 'job.completed' | 'job.failed' | 'job.cancelled' | 'job.archived';
  /** When it happened. RFC 3339, UTC, milliseconds. */
  at: string;
  data: Record<string, unknown>;
}

export interface AgentJobEventList {
  events: AgentJobEvent[];
}

export interface AgentJobList {
  jobs: AgentJob[];
  nextCursor: string | null;
}

export interface AgentJobPreview {
  /** The pages among the changed files, in the order of the files. */
  pages: Array<{
    /** Source file, relative to the repository. */
    path: string;
    change: 'added' | 'modified' | 'deleted';
    /** For an iframe of the dashboard. Signed, works without any header until `expiresAt`, in an origin of its own. */
    beforeUrl: string | null;
    /** For an iframe of the dashboard. Signed, works without any header until `expiresAt`, in an origin of its own. */
    afterUrl: string | null;
  }>;
  /** When the links stop working. RFC 3339, UTC, milliseconds. */
  expiresAt: string;
}

export interface AgentJobPullRequest {
  number: number;
  url: string;
  /** As of the last event of the code host, or the last time that it was asked. */
  state: 'open' | 'merged' | 'closed';
  /** The newest commit that the job has pushed; merging names it. People may have pushed others since. */
  headCommit: string;
  /** When the service learned that it was merged or closed. RFC 3339, UTC, milliseconds. */
  endedAt: string | null;
}

export interface AgentSettings {
  /** What the agent is told on style and terms. It can’t change what the tools allow. */
  instructions: string;
  /** Style guides: .md, .mdx and .txt files of the repository, from its root, that are read from the base commit and given to the agent besides AGENTS.md. */
  guidePaths: string[];
  /** Labels of agent pull requests. */
  labels: string[];
  /** User names on the code host that are asked to review agent pull requests. */
  reviewers: string[];
  /** `as_asked`: as the project and the job say. `on_new_warnings`: also when the docs gate found new warnings. `always`. */
  drafts: 'as_asked' | 'on_new_warnings' | 'always';
  /** Whether the agent may change .js, .jsx and .tsx files, which run in readers’ browsers. */
  allowScripts: boolean;
  /** Globs, from the docs folder, of files that the agent may not change, besides those that it never may. */
  denyPaths: string[];
  /** Host names, in lower case, that `fetch_url` may ask. Empty: the agent has no such tool. */
  fetchHosts: string[];
  /** Globs, from the docs folder, of the only files that the agent may change. Files that are no documentation need a glob that ends in their ending. */
  allowPaths: string[];
  limits: {
    /** Answers of the model in a turn. */
    maxSteps: number;
    /** Changed files of a job. */
    maxFiles: number;
    /** Files that a job may change by a rule over many files, besides maxFiles. */
    maxMechanicalFiles: number;
    /** Size of the diff of a job. */
    maxPatchBytes: number;
    /** Size of a changed file. */
    maxFileBytes: number;
    /** Active time of a turn. */
    maxDurationMs: number;
    /** Tokens of a turn, both ways together. */
    maxTokens: number;
    /** Cost of a turn in US dollars. Binds where the model’s prices are known. */
    maxCostUsd: number;
    /** Answers to the findings of the docs gate. */
    maxRepairRounds: number;
  };
  /** When the settings were last changed; null while they are the defaults. RFC 3339, UTC, milliseconds. */
  updatedAt: string | null;
}

export interface AnalyticsAgentReads {
  agentReads: Array<{
    /** Of the page that was read; null of lists and searches. */
    path: string | null;
    /** How: the page as people have it, as Markdown, a list of pages, all pages in one, the MCP server. */
    via: 'html' | 'markdown' | 'llms.txt' | 'llms-full.txt' | 'mcp';
    /** Of the MCP server: `search`, `read_page`. */
    tool: string | null;
    reads: number;
    /** When it was last read. RFC 3339, UTC, milliseconds. */
    lastReadAt: string;
  }>;
  /** Whether rows follow: ask with `offset`. */
  hasMore: boolean;
}

export interface AnalyticsAssistant {
  /** Newest first. */
  conversations: Array<{
    /** A ULID. */
    id: string;
    /** When it was asked. RFC 3339, UTC, milliseconds. */
    timestamp: string;
    query: string;
    /** Markdown. */
    response: string;
    /** Sections that the answer names. The address begins at the root of the site’s host. */
    sources: Array<{
      title: string;
      url: string;
    }>;
    /** `unanswered`: the pages don’t say, or a model failed. */
    resolutionStatus: 'answered' | 'unanswered';
    /** Folder of the first source’s page: `guides` of `/guides/keys`. Null at the top. */
    queryCategory: string | null;
  }>;
  /** A ULID; null on the last page. */
  nextCursor: string | null;
  /** Whether a page follows. */
  hasMore: boolean;
}

export interface AnalyticsAssistantCallers {
  /** On pages of the site. */
  web: number;
  /** By programs. */
  api: number;
  /** In no other way can an assistant be asked: always 0. */
  other: number;
  total: number;
}

export interface AnalyticsCodeCopies {
  codeCopies: Array<{
    /** Of the page. */
    path: string;
    /** Of the code block; empty where it is not known. */
    language: string;
    /** Its first 160 characters. Empty where it is not known: beyond 1,000 different code blocks of a day they count by page. */
    firstLine: string;
    copies: number;
    /** When it was last copied. RFC 3339, UTC, milliseconds. */
    lastCopiedAt: string;
  }>;
  /** Whether rows follow: ask with `offset`. */
  hasMore: boolean;
}

export interface AnalyticsNotFound {
  notFound: Array<{
    /** As it was asked for. Beyond 1,000 different ones of a day they count together, as `(other)`. */
    path: string;
    hits: number;
    /** Host name that most came from. */
    topReferrer: string | null;
    /** When it was last asked for. RFC 3339, UTC, milliseconds. */
    lastSeenAt: string;
  }>;
  /** Whether rows follow: ask with `offset`. */
  hasMore: boolean;
}

export interface AnalyticsOutlinks {
  outlinks: Array<{
    /** Without query and fragment. Beyond 1,000 different ones of a day they count together, as `(other)`. */
    url: string;
    clicks: number;
    /** Page on which it was clicked most. */
    topPage: string | null;
    /** When it was last clicked. RFC 3339, UTC, milliseconds. */
    lastClickedAt: string;
  }>;
  /** Whether rows follow: ask with `offset`. */
  hasMore: boolean;
}

export interface AnalyticsPage {
  /** As it is counted: `/guides/keys`. */
  path: string;
  /** Null where the page is not known. */
  title: string | null;
  /** Whether the live site has the page now. `unknown`: nothing is live, its pages were not read yet, or there are more than 10,000. */
  state: 'live' | 'missing' | 'unknown';
  totals: {
    views: {
      /** By people. */
      human: number;
      /** By AI agents, and of Markdown and the MCP server. */
      ai: number;
      total: number;
    };
    visitors: {
      /** By people. */
      human: number;
      /** By AI agents, and of Markdown and the MCP server. */
      ai: number;
      total: number;
    };
  };
  /** As many days before. Null where their counts are no longer kept. */
  before: {
    views: {
      /** By people. */
      human: number;
      /** By AI agents, and of Markdown and the MCP server. */
      ai: number;
      total: number;
    };
    visitors: {
      /** By people. */
      human: number;
      /** By AI agents, and of Markdown and the MCP server. */
      ai: number;
      total: number;
    };
  } | null;
  /** Every day of the range. */
  days: Array<{
    /** Of UTC: `2026-01-31`. */
    date: string;
    views: {
      /** By people. */
      human: number;
      /** By AI agents, and of Markdown and the MCP server. */
      ai: number;
      total: number;
    };
    visitors: {
      /** By people. */
      human: number;
      /** By AI agents, and of Markdown and the MCP server. */
      ai: number;
      total: number;
    };
  }>;
  /** Days that were counted before `referrers`, `searchesFrom`, `searchesTo` and `outlinks` were: these lists tell nothing of them. */
  uncounted: {
    /** Of the range, on which the site was read. */
    days: number;
    /** The last of them: `2026-01-31`. */
    until: string;
  } | null;
  /** Where readers of the page came from. */
  referrers: {
    /** Of all rows. */
    total: number;
    /** As many days before. Null where these days were not counted, or are no longer kept. */
    before: number | null;
    rows: Array<{
      /** Host name that readers came from. Beyond 50 different ones of the page in a day they count together, as `(other)`. */
      referrer: string;
      views: number;
      /** As many days before. Null where these days were not counted, or are no longer kept. */
      before: number | null;
    }>;
    /** Whether there are more rows than `limit`. */
    hasMore: boolean;
  };
  /** What readers searched for from the page. */
  searchesFrom: {
    /** Of all rows. */
    total: number;
    /** As many days before. Null where these days were not counted, or are no longer kept. */
    before: number | null;
    rows: Array<{
      /** In lower case. Beyond 50 different ones of the page in a day they count together, as `(other)`. */
      searchQuery: string;
      hits: number;
      /** As many days before. Null where these days were not counted, or are no longer kept. */
      before: number | null;
    }>;
    /** Whether there are more rows than `limit`. */
    hasMore: boolean;
  };
  /** Searches in whose results readers opened the page. */
  searchesTo: {
    /** Of all rows. */
    total: number;
    /** As many days before. Null where these days were not counted, or are no longer kept. */
    before: number | null;
    rows: Array<{
      /** In lower case. Beyond 50 different ones of the page in a day they count together, as `(other)`. */
      searchQuery: string;
      clicks: number;
      /** As many days before. Null where these days were not counted, or are no longer kept. */
      before: number | null;
    }>;
    /** Whether there are more rows than `limit`. */
    hasMore: boolean;
  };
  /** Links to other sites that were followed on the page. */
  outlinks: {
    /** Of all rows. */
    total: number;
    /** As many days before. Null where these days were not counted, or are no longer kept. */
    before: number | null;
    rows: Array<{
      /** Without query and fragment. Beyond 50 different ones of the page in a day they count together, as `(other)`. */
      url: string;
      clicks: number;
      /** As many days before. Null where these days were not counted, or are no longer kept. */
      before: number | null;
    }>;
    /** Whether there are more rows than `limit`. */
    hasMore: boolean;
  };
  /** Code blocks of the page that were copied. */
  codeCopies: {
    /** Of all rows. */
    total: number;
    /** As many days before. Null where these days were not counted, or are no longer kept. */
    before: number | null;
    rows: Array<{
      /** Of the code block; empty where it is not known. */
      language: string;
      /** Its first 160 characters. Empty where it is not known. */
      firstLine: string;
      copies: number;
      /** As many days before. Null where these days were not counted, or are no longer kept. */
      before: number | null;
    }>;
    /** Whether there are more rows than `limit`. */
    hasMore: boolean;
  };
  /** How agents read the page. */
  agentReads: {
    /** Of all rows. */
    total: number;
    /** As many days before. Null where these days were not counted, or are no longer kept. */
    before: number | null;
    rows: Array<{
      via: 'html' | 'markdown' | 'llms.txt' | 'llms-full.txt' | 'mcp';
      /** Of the MCP server: `read_page`. */
      tool: string | null;
      reads: number;
      /** As many days before. Null where these days were not counted, or are no longer kept. */
      before: number | null;
    }>;
    /** Whether there are more rows than `limit`. */
    hasMore: boolean;
  };
  /** How often the address was asked for while it had no page. */
  missed: {
    total: number;
    /** As many days before. Null where these days were not counted, or are no longer kept. */
    before: number | null;
  };
  feedback: {
    thumbsUp: number;
    thumbsDown: number;
    /** With words, also those of agents and of code blocks. */
    comments: number;
    /** As many days before. Null where it is no longer kept. */
    before: {
      thumbsUp: number;
      thumbsDown: number;
      /** With words, also those of agents and of code blocks. */
      comments: number;
    } | null;
    /** With words, newest first, at most 5. */
    newest: Array<{
      id: string;
      source: 'contextual' | 'thumbs_only' | 'code_snippet' | 'agent';
      helpful: boolean | null;
      /** In the reader’s words: data, and never an instruction. */
      comment: string;
      status: 'pending' | 'in_progress' | 'resolved' | 'dismissed';
      /** When it was sent. RFC 3339, UTC, milliseconds. */
      createdAt: string;
    }>;
  };
  /** Answers of the assistant that name the page as a source, as long as they are kept. */
  answers: {
    total: number;
    /** False where the range has more than 2,000 answers: the newest are looked at. */
    complete: boolean;
    /** Newest first, at most 5. */
    newest: Array<{
      /** A ULID, as the list of the assistant’s answers has it. */
      id: string;
      /** When it was asked. RFC 3339, UTC, milliseconds. */
      timestamp: string;
      /** At most 300 characters of it. */
      query: string;
    }>;
  };
  /** Null of a page that is not known to be live. */
  health: {
    /** Since when its text is known to be as it is. RFC 3339, UTC, milliseconds. */
    unchangedSince: string;
    /** Unchanged for 180 days. */
    stale: boolean;
    /** At most 20. A link that more than 20 pages have is told of the first 20 of them. */
    brokenLinks: Array<{
      /** Without fragment. */
      url: string;
      /** 404 or 410; null where the host has no name. */
      status: number | null;
      /** The first check that failed. RFC 3339, UTC, milliseconds. */
      brokenSince: string;
    }>;
  } | null;
}

export interface AnalyticsPlaygroundCalls {
  playgroundCalls: Array<{
    /** In upper case: `POST`. Empty of `(other)`. */
    method: string;
    /** Path of the operation, with the names of its parameters: `/users/{id}`. Beyond 1,000 different rows of a day they count together, as `(other)`. */
    operation: string;
    /** How the API answered. `none`: no answer came. `unknown`: of `(other)`. */
    status: '1xx' | '2xx' | '3xx' | '4xx' | '5xx' | 'none' | 'unknown';
    calls: number;
    /** Page on which it was sent most. */
    topPage: string | null;
    /** When it was last sent. RFC 3339, UTC, milliseconds. */
    lastCalledAt: string;
  }>;
  /** Whether rows follow: ask with `offset`. */
  hasMore: boolean;
}

export interface AnalyticsReferrers {
  referrers: Array<{
    /** Host name that readers came from. Beyond 1,000 different ones of a day they count together, as `(other)`. */
    referrer: string;
    /** By people. */
    human: number;
    /** By AI agents, and of Markdown and the MCP server. */
    ai: number;
    total: number;
  }>;
  /** Whether rows follow: ask with `offset`. */
  hasMore: boolean;
}

export interface AnalyticsSearches {
  /** Of the whole range. */
  totalSearches: number;
  searches: Array<{
    /** In lower case. Beyond 1,000 different ones of a day they count together, as `(other)`. */
    searchQuery: string;
    /** How often it was searched for. */
    hits: number;
    /** Results that were opened for each search, 0…1. */
    ctr: number;
    topClickedPage: string | null;
    /** How often nothing was found. Pages of deployments before this was counted tell nothing of it. */
    withoutResult: number;
    /** When it was last searched for. RFC 3339, UTC, milliseconds. */
    lastSearchedAt: string;
  }>;
  nextCursor: string | null;
}

export interface AnalyticsTimeseries {
  /** Every day of the range. */
  days: Array<{
    /** Of UTC: `2026-01-31`. */
    date: string;
    views: {
      /** By people. */
      human: number;
      /** By AI agents, and of Markdown and the MCP server. */
      ai: number;
      total: number;
    };
    visitors: {
      /** By people. */
      human: number;
      /** By AI agents, and of Markdown and the MCP server. */
      ai: number;
      total: number;
    };
  }>;
  /** Every hour of the range, where `interval` is `hour`. Visitors are different ones within the hour. Days that were counted before hours were tell none. */
  hours?: Array<{
    /** When the hour begins. RFC 3339, UTC, milliseconds. */
    time: string;
    views: {
      /** By people. */
      human: number;
      /** By AI agents, and of Markdown and the MCP server. */
      ai: number;
      total: number;
    };
    visitors: {
      /** By people. */
      human: number;
      /** By AI agents, and of Markdown and the MCP server. */
      ai: number;
      total: number;
    };
  }>;
}

export interface AnalyticsViews {
  totals: {
    /** By people. */
    human: number;
    /** By AI agents, and of Markdown and the MCP server. */
    ai: number;
    total: number;
  };
  views: Array<{
    /** Of the page: `/guides/keys`. */
    path: string;
    /** By people. */
    human: number;
    /** By AI agents, and of Markdown and the MCP server. */
    ai: number;
    total: number;
  }>;
  /** Whether rows follow: ask with `offset`. */
  hasMore: boolean;
}

export interface AnalyticsVisitors {
  totals: {
    /** By people. */
    human: number;
    /** By AI agents, and of Markdown and the MCP server. */
    ai: number;
    total: number;
  };
  visitors: Array<{
    /** Of the page: `/guides/keys`. */
    path: string;
    /** By people. */
    human: number;
    /** By AI agents, and of Markdown and the MCP server. */
    ai: number;
    total: number;
  }>;
  /** Whether rows follow: ask with `offset`. */
  hasMore: boolean;
}

export interface ApiKey {
  id: string;
  name: string;
  /** The first characters, to tell keys apart: `dw_Ab3d`. */
  prefix: string;
  lastFour: string;
  scopes: Array<'admin' | 'agent-jobs:read' | 'agent-jobs:write' | 'exports:read' | 'exports:write' | 'deployments:read' | 'deployments:write' | 'projects:read' | 'projects:write' | 'api-keys:read' | 'api-keys:write' | 'organization:read' | 'organization:write' | 'repositories:read' | 'repositories:write' | 'webhooks:read' | 'webhooks:write' | 'metrics:read' | 'members:read' | 'members:write' | 'audit:read' | 'system:read' | 'discovery:read' | 'analytics:read' | 'analytics:write' | 'analytics-events:write'>;
  projectIds: string[] | null;
  /** Id of the user or key that made it, or `setup`. */
  createdBy: string;
  /** The same for a person: e-mail address or name of the key, as it is now. */
  createdByName: string;
  /** When the key was made. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When the key was last used, to the minute. RFC 3339, UTC, milliseconds. */
  lastUsedAt: string | null;
  /** When the key stops working. RFC 3339, UTC, milliseconds. */
  expiresAt: string | null;
  /** When the key was revoked. RFC 3339, UTC, milliseconds. */
  revokedAt: string | null;
}

export interface ApiKeyList {
  apiKeys: ApiKey[];
}

export interface AssistantAnswer {
  threadId: string;
  /** Of the answer. */
  messageId: string;
  /** Markdown. */
  text: string;
  sources: AssistantSource[];
  /** `unanswered`: the pages don’t say. `failed`: passages in place of a model’s answer. `stopped`: nobody waited for the rest. */
  outcome: 'answered' | 'unanswered' | 'failed' | 'stopped';
}

export interface AssistantQuestion {
  id: string;
  /** The same for all questions of a thread. Says nothing of who asked. */
  conversationId: string;
  /** When it was asked. RFC 3339, UTC, milliseconds. */
  askedAt: string;
  question: string;
  /** Markdown. */
  answer: string;
  sources: AssistantSource[];
  /** As of an answer. */
  outcome: 'answered' | 'unanswered' | 'failed';
  /** Of the reader. */
  rating: 'up' | 'down' | null;
  /** Page that it was asked on; empty where it is not known. */
  path: string;
  /** Whether a page of the live site asked, or a program. */
  origin: 'page' | 'api';
  /** `builtin/extracts-1` where no model was asked. */
  model: string;
  inputTokens: number;
  outputTokens: number;
}

export interface AssistantQuestionList {
  questions: AssistantQuestion[];
  nextCursor: string | null;
}

export interface AssistantSettings {
  /** Whether questions are answered, at the live site and by the API. Its pages show the assistant where they were built with `features.assistant`. */
  enabled: boolean;
  /** Title of the panel. Empty: the one of the page’s language. */
  name: string;
  /** What an empty panel says. Empty: as for the name. */
  greeting: string;
  /** Questions that an empty panel offers. */
  starters: string[];
  /** `builtin/extracts-1`: passages of the pages, word for word. `project`: the models that are set at `/v1/projects/{projectId}/models`, with their keys; where they are deleted, passages again. */
  model: 'builtin/extracts-1' | 'project';
  /** For the model, on terms and names. No place for secrets. */
  instructions: string;
  /** How the model writes. */
  tone: 'neutral' | 'friendly' | 'formal';
  /** Messages of one client address at the live site, and with public keys. */
  messagesPerMinute: number;
  /** What the models may cost in a calendar month of UTC. Then passages of the pages answer. Null: no bound. With a budget, models without prices are not asked. */
  monthlyBudgetUsd: number | null;
  /** The same for the questions of one visitor in a day of UTC. */
  visitorDailyBudgetUsd: number | null;
  /** How long threads are kept. 0: nothing is stored, and what was is deleted. */
  retentionDays: number;
  fallback: {
    /** `Ask our support` */
    label: string;
    /** Begins with `https:` or `mailto:`. */
    url: string;
  } | null;
  /** What models have cost in this month of UTC, and what answers on their way may cost. Counted while a budget is set. */
  spentThisMonthUsd: number;
  /** When the settings were last changed; null while they are the defaults. RFC 3339, UTC, milliseconds. */
  updatedAt: string | null;
}

export interface AssistantSource {
  /** Of the page, without the site’s base path. */
  path: string;
  title: string;
  /** Id of the heading; empty for the page itself. */
  anchor: string;
  /** From the root of the site’s host: `/guides/keys#rotate-a-key`. */
  url: string;
}

export interface AssistantThread {
  threadId: string;
  /** UI messages of the AI SDK, oldest first: the last 100 questions and their answers. */
  messages: Array<{
    id: string;
    role: 'user' | 'assistant';
    parts: Array<{
      type: 'text' | 'source-url';
      text?: string;
      sourceId?: string;
      url?: string;
      title?: string;
    }>;
    metadata?: {
      /** As of an answer. */
      outcome: string;
    };
  }>;
}

export interface AuditEvent {
  /** Grows with time. */
  id: string;
  /** When it happened. RFC 3339, UTC, milliseconds. */
  at: string;
  actor: {
    /** `system` is the machine’s own command line and first start; `anonymous` nobody that was signed in. */
    kind: 'user' | 'api_key' | 'system' | 'anonymous';
    id: string | null;
    /** E-mail address or name of the key, as it was then. */
    name: string;
  };
  /** What was done: `project.updated`, `session.created`. */
  action: string;
  target: {
    kind: string | null;
    id: string | null;
    /** As it was then. */
    name: string | null;
  };
  result: 'success' | 'refused';
  /** IP address of the client. */
  address: string | null;
  userAgent: string | null;
  requestId: string | null;
  /** More about it; never a secret. */
  details: Record<string, unknown>;
}

export interface AuditEventList {
  events: AuditEvent[];
  nextCursor: string | null;
}

export interface Budget {
  /** Null: of the whole organization. */
  projectId: string | null;
  /** What models may cost in a calendar month of UTC: agent jobs and the assistant. */
  usd: number;
  /** Percent of it at which an alert is sent, once a month each. */
  thresholds: number[];
  /** Whether new agent jobs are refused once all of it is spent. */
  stopJobs: boolean;
  /** The current one, such as `2026-11`. */
  month: string;
  /** Spent in the month, as far as prices are known. An answer of the assistant that is under way counts with the most that it can cost. */
  spentUsd: number;
  /** Answers of models in agent jobs that are not counted, for their price is not known. */
  unpricedAnswers: number;
  /** Of the month. */
  alerts: Array<{
    threshold: number;
    spentUsd: number;
    /** The budget of then. */
    budgetUsd: number;
    /** When it was sent. RFC 3339, UTC, milliseconds. */
    at: string;
  }>;
}

export interface BudgetList {
  budgets: Budget[];
}

export interface Bundle {
  jobId: string;
  /** Presigned: works without any header until `expiresAt`. */
  bundleUrl: string;
  sizeBytes: number;
  sha256: string;
  /** When `bundleUrl` stops working. RFC 3339, UTC, milliseconds. */
  expiresAt: string;
}

export interface CodeHostCheck {
  /** `incomplete`: the credential is good and lacks a permission. `failed`: it is not accepted. */
  status: 'ready' | 'incomplete' | 'failed';
  /** What was found, for a person. */
  message: string;
  /** Account or App that the credential belongs to. */
  signedInAs: string | null;
  permissions: Array<{
    /** As the code host calls it. */
    name: string;
    /** What it is needed for. */
    purpose: string;
    /** `unknown`: the code host doesn’t tell; checking a repository does. */
    status: 'granted' | 'missing' | 'unknown';
  }>;
  /** When it was looked at. RFC 3339, UTC, milliseconds. */
  checkedAt: string;
}

export interface CodeHostEvent {
  id: string;
  type: 'comment' | 'pull-request-ended' | 'pull-request-changed' | 'branch-moved';
  /** Null for a push. */
  pullRequest: number | null;
  /** Of a push: the branches that it moved. */
  branches: string[];
  author: string | null;
  outcome: 'waiting' | 'follow-up' | 'noted' | 'ignored';
  /** Why it was ignored, or what it waits for. */
  reason: string | null;
  agentJobId: string | null;
  /** When it came. RFC 3339, UTC, milliseconds. */
  receivedAt: string;
  /** When it was decided. RFC 3339, UTC, milliseconds. */
  handledAt: string | null;
}

export interface CodeHostEventList {
  events: CodeHostEvent[];
}

export interface CodeHostHook {
  id: string;
  projectId: string;
  kind: 'github' | 'gitlab' | 'gitea' | 'bitbucket';
  /** The address to enter at the code host. */
  url: string;
  /** Comments that become follow-ups: those that name the agent (`mention`), these and every review comment (`review`), or none (`off`). */
  followUps: 'mention' | 'review' | 'off';
  /** What a comment names the agent with, such as `@docwright`. */
  mention: string;
  createdBy: string;
  /** When it was made. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** Whether the service made the webhook at the code host itself. */
  installed: boolean;
  /** Why it could not, and what to do. */
  installProblem: string | null;
  /** When the code host last told something. RFC 3339, UTC, milliseconds. */
  lastEventAt: string | null;
}

export interface CodeHostHookList {
  hooks: CodeHostHook[];
}

export interface CodeHostList {
  codeHosts: ConnectedCodeHost[];
}

export interface ConnectedCodeHost {
  /** Null for one of the installation’s settings. */
  id: string | null;
  /** `settings`: the operator’s, for the repositories that the operator allows; it can’t be changed here. */
  source: 'organization' | 'settings';
  kind: 'github' | 'gitlab' | 'gitea' | 'bitbucket';
  name: string;
  webUrl: string;
  apiUrl: string | null;
  /** Null: every owner of the host. */
  account: string | null;
  /** Null: none is set, so nothing can be reached. */
  credential: 'token' | 'github-app' | null;
  appId: string | null;
  /** Where the GitHub App is installed on an account and its repositories are chosen. */
  installUrl: string | null;
  check: CodeHostCheck | null;
  /** Projects whose repository is reached by it. */
  projects: Array<{
    id: string;
    name: string;
  }>;
  /** When it was connected. RFC 3339, UTC, milliseconds. */
  createdAt: string | null;
  /** When it was last changed. RFC 3339, UTC, milliseconds. */
  updatedAt: string | null;
}

export interface Deployment {
  /** The same as `deploymentId`. */
  _id: string;
  deploymentId: string;
  projectId: string;
  environment: 'production' | 'preview';
  branch: string;
  status: 'queued' | 'in_progress' | 'success' | 'failure' | 'skipped';
  /** Whether readers of its environment get it. */
  active: boolean;
  /** What came of it, in one sentence. */
  summary: string | null;
  /** Why it failed, for programs; see the job error codes. */
  errorCode: string | null;
  /** One line for each step. */
  logs: string[];
  /** Address of its environment. */
  url: string;
  subdomain: string;
  screenshot: string | null;
  screenshotLight: string | null;
  screenshotDark: string | null;
  author: {
    name: string;
  } | null;
  commit: {
    sha: string;
    ref: string;
    message: string;
    filesChanged: {
      added: string[];
      modified: string[];
      removed: string[];
    };
  } | null;
  /** What started it. A push is named by its code host, and `push` where that is the embedded one; `poll`: a new commit that no hook told of. */
  source: 'internal' | 'api' | 'dashboard' | 'cli' | 'push' | 'github' | 'gitlab' | 'gitea' | 'bitbucket' | 'poll' | 'promotion' | 'onboarding';
  pageCount: number | null;
  issueCount: number | null;
  /** At most 1,000, errors first; empty in lists. `issueCount` has the number of all. */
  issues: ExportIssue[];
  /** Milliseconds; null for what has not been done. */
  durations: {
    waiting: number | null;
    fetching: number | null;
    building: number | null;
    activating: number | null;
  };
  /** When it was asked for. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When it ended. RFC 3339, UTC, milliseconds. */
  endedAt: string | null;
  /** When readers last began to get it. RFC 3339, UTC, milliseconds. */
  activatedAt: string | null;
}

export interface DeploymentList {
  deployments: Deployment[];
  nextCursor: string | null;
}

export interface DeploymentTicket {
  /** Id of the deployment: what `update-status` is asked with. */
  statusId: string;
}

export interface DiscoveryHit {
  /** Text of the section around what was found. */
  content: string;
  /** Of the page, without the site’s base path: `guides/keys`. */
  path: string;
  metadata: {
    title: string;
    /** Empty for the beginning of a page. */
    heading: string;
    /** Id of the heading; empty for the page itself. */
    anchor: string;
    breadcrumbs: string[];
    /** 0…1. */
    score: number;
    version?: string;
    language?: string;
    tag?: string;
  };
}

export interface DiscoveryPage {
  path: string;
  /** Markdown. */
  content: string;
}

export interface DomainRecord {
  type: 'CNAME' | 'TXT' | 'A' | 'AAAA';
  /** Full name of the record. */
  name: string;
  value: string;
  /** `proof`: shows whose the domain is. `address`: leads readers here. */
  purpose: 'proof' | 'address' | 'proof and address';
}

export interface ErrorBody {
  /** What went wrong, for a person: the value given and what is allowed. */
  error: string;
  /** The same as `error`; in refusals below `/discovery`. */
  message?: string;
  /** Stable; for programs. */
  code: 'invalid_request' | 'invalid_json' | 'invalid_domain' | 'weak_password' | 'link_unusable' | 'unknown_domain' | 'unknown_page' | 'invalid_repository' | 'model_settings_invalid' | 'invalid_webhook_url' | 'invalid_code_host' | 'invalid_signature' | 'unauthorized' | 'invalid_credentials' | 'invalid_code' | 'session_expired' | 'insufficient_scope' | 'person_required' | 'cross_site_request' | 'wrong_account' | 'origin_not_allowed' | 'operator_only' | 'site_protected' | 'plan_required' | 'link_invalid' | 'not_found' | 'not_in_diff' | 'method_not_allowed' | 'request_timeout' | 'last_owner' | 'account_exists' | 'already_member' | 'preview_failed' | 'agent_job_archived' | 'agent_job_active' | 'agent_job_not_active' | 'export_not_completed' | 'export_in_progress' | 'export_not_active' | 'site_not_live' | 'assistant_off' | 'budget_spent' | 'previews_off' | 'deployment_not_ready' | 'deployment_not_active' | 'pull_request_moved' | 'no_pull_request' | 'pull_request_ended' | 'pull_request_conflict' | 'pull_request_blocked' | 'suggestion_in_progress' | 'domain_not_verified' | 'project_limit_reached' | 'domain_limit_reached' | 'domain_taken' | 'repository_taken' | 'branch_changed' | 'repository_in_use' | 'project_in_use' | 'project_has_models' | 'api_key_limit_reached' | 'invitation_limit_reached' | 'api_key_revoked' | 'public_key_limit_reached' | 'webhook_disabled' | 'preview_password_limit' | 'webhook_limit_reached' | 'code_host_without_hooks' | 'code_host_taken' | 'code_host_in_use' | 'code_host_limit_reached' | 'code_host_refused' | 'idempotency_in_progress' | 'assistant_message_in_progress' | 'bundle_missing' | 'bundle_damaged' | 'operation_retired' | 'precondition_failed' | 'payload_too_large' | 'unsupported_media_type' | 'expectation_failed' | 'idempotency_mismatch' | 'headers_too_large' | 'too_many_attempts' | 'too_many_waiting' | 'too_many_streams' | 'rate_limited' | 'internal' | 'storage_quota_exceeded' | 'storage_full' | 'site_unreadable' | 'assistant_busy' | 'repository_damaged' | 'unavailable';
  /** The same as the X-Request-Id header; the log has it. */
  requestId: string;
  /** Only with status 400. */
  details?: Array<{
    /** JSON Pointer (RFC 6901) into the body, or the name of a parameter. */
    path: string;
    message: string;
  }>;
}

export interface ExportIssue {
  /** Source file, relative to the docs folder. */
  path: string;
  line: number | null;
  severity: 'error' | 'warning' | 'info';
  code: string;
  message: string;
}

export interface ExportJob {
  jobId: string;
  projectId: string;
  domain: string | null;
  status: 'queued' | 'running' | 'completed' | 'failed';
  /** Never decreases. */
  progress: number;
  /** Pages rendered so far, those in no navigation included. */
  pageCount: number;
  totalPages: number | null;
  version: string | null;
  commit: string | null;
  basePath: string;
  excludeRestricted: boolean;
  /** When the job was accepted. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When anything of the job last changed. RFC 3339, UTC, milliseconds. */
  updatedAt: string;
  /** Why the job failed. */
  error: string | null;
  /** The same for programs; see the job error codes. */
  errorCode: string | null;
  /** At most 1,000, errors first; `issueCount` has the number of all. */
  issues: ExportIssue[];
  issueCount: number;
  /** How many issues of each code there are, also where `issues` lists only some of them. */
  issueCounts: Record<string, number>;
  /** Entries of the navigation. Null until the site is rendered. */
  expected: number | null;
  /** Entries of the navigation without a page: at most 1,000; `missingCount` has the number of all. */
  missing: MissingExportPage[];
  missingCount: number;
  durationMs: number | null;
  sha256: string | null;
  sizeBytes?: number;
  /** Once completed: a fresh link on each read. Left out where the file is gone or damaged. */
  bundleUrl?: string;
  /** When `bundleUrl` stops working. RFC 3339, UTC, milliseconds. */
  expiresAt?: string;
}

export interface ExportJobList {
  jobs: ExportJob[];
  nextCursor: string | null;
}

export interface Feedback {
  id: string;
  /** Page that it is about: `/guides/keys`. */
  path: string;
  /** A thumb with words, a thumb alone, words on a code block, or what an agent sent. */
  source: 'contextual' | 'thumbs_only' | 'code_snippet' | 'agent';
  /** Whether the page was; null from agents and of code blocks. */
  helpful: boolean | null;
  /** In the reader’s words: data, and never an instruction. */
  comment: string | null;
  /** E-mail address, if one was given. Always null without `analytics:write`. */
  contact: string | null;
  /** Which code block of the page it is about, counted from 0 as it was then; null of the page. */
  block: number | null;
  /** Language of the code block, as the reader’s page had it. */
  lang: string | null;
  /** First line of the code block, at most 160 characters. */
  code: string | null;
  /** Title of the code block. */
  filename: string | null;
  status: 'pending' | 'in_progress' | 'resolved' | 'dismissed';
  /** Of whoever looked after it. */
  note: string | null;
  /** When it was sent. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When its status or note last changed. RFC 3339, UTC, milliseconds. */
  updatedAt: string;
}

export interface FeedbackByPage {
  /** The page with the most thumbs down first. */
  feedback: Array<{
    path: string;
    thumbsUp: number;
    thumbsDown: number;
    /** With words, also those of agents and of code blocks. */
    comments: number;
    total: number;
  }>;
  /** Whether there are more pages. */
  hasMore: boolean;
}

export interface FeedbackList {
  feedback: Feedback[];
  nextCursor: string | null;
  /** Whether a page follows. */
  hasMore: boolean;
}

export interface GitHubAppStart {
  /** Page that leads to GitHub with the App’s manifest, in a browser. */
  continueUrl: string;
  /** Kept by who began: without it what GitHub sends back is not taken. */
  verifier: string;
  /** Until when the App must be made. RFC 3339, UTC, milliseconds. */
  expiresAt: string;
}

export interface Health {
  status: 'ok';
  version: string;
}

export interface HostedRepository {
  /** `owner/name`, as the code host spells it. */
  fullName: string;
  /** As a project takes it. */
  url: string;
  defaultBranch: string | null;
  private: boolean;
  /** Null: the code host doesn’t tell in a list. */
  canPush: boolean | null;
}

export interface HostedRepositoryList {
  repositories: HostedRepository[];
  /** False: there are more than were looked at; name a part to search for. */
  isWhole: boolean;
}

export interface Invitation {
  id: string;
  email: string;
  /** owner, admin, editor or viewer. */
  role: 'owner' | 'admin' | 'editor' | 'viewer';
  /** Id of the user or key. */
  invitedBy: string;
  /** When the invitation was made. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When its link stops working. RFC 3339, UTC, milliseconds. */
  expiresAt: string;
}

export interface InvitationList {
  invitations: Invitation[];
}

export interface JobError {
  code: 'cancelled' | 'repository_not_found' | 'repository_moved' | 'repository_damaged' | 'repository_unreachable' | 'repository_empty' | 'permission_denied' | 'branch_not_found' | 'branch_moved' | 'pull_request_closed' | 'no_docs_config' | 'invalid_docs_config' | 'storage_quota_exceeded' | 'limit_exceeded' | 'restricted_pages' | 'site_protected' | 'strict_issues' | 'model_unavailable' | 'model_rate_limited' | 'model_key_rejected' | 'model_account_empty' | 'model_not_found' | 'model_context_exceeded' | 'model_without_tools' | 'model_misconfigured' | 'model_rejected' | 'credentials_unreadable' | 'budget_exceeded' | 'no_progress' | 'gate_failed' | 'worker_lost' | 'storage_unavailable' | 'internal';
  message: string;
  /** What to do about it. */
  remedy: string;
  /** Whether the same request may succeed later. */
  retryable: boolean;
}

export interface McpAnswer {
  jsonrpc: '2.0';
  id?: string | number | null;
  result?: Record<string, unknown>;
  error?: {
    code: number;
    message: string;
    data?: unknown;
  };
}

export interface Me {
  user: {
    id: string;
    name: string;
    email: string;
    twoFactorEnabled: boolean;
    /** Whether a link that was mailed to the address was opened. */
    emailConfirmed: boolean;
    /** False for members who sign in only through the identity provider. */
    hasPassword: boolean;
  } | null;
  apiKey: {
    id: string;
    name: string;
  } | null;
  organization: {
    id: string;
    name: string;
    plan: 'free' | 'pro' | 'enterprise';
    /** Whether this is the organization of the installation’s operator. */
    operator: boolean;
  };
  /** owner, admin, editor or viewer. */
  role: 'owner' | 'admin' | 'editor' | 'viewer' | null;
  organizations: Array<{
    id: string;
    name: string;
    /** owner, admin, editor or viewer. */
    role: 'owner' | 'admin' | 'editor' | 'viewer' | null;
  }>;
  scopes: Array<'admin' | 'agent-jobs:read' | 'agent-jobs:write' | 'exports:read' | 'exports:write' | 'deployments:read' | 'deployments:write' | 'projects:read' | 'projects:write' | 'api-keys:read' | 'api-keys:write' | 'organization:read' | 'organization:write' | 'repositories:read' | 'repositories:write' | 'webhooks:read' | 'webhooks:write' | 'metrics:read' | 'members:read' | 'members:write' | 'audit:read' | 'system:read' | 'discovery:read' | 'analytics:read' | 'analytics:write' | 'analytics-events:write'>;
  /** Null: every project. */
  projectIds: string[] | null;
}

export interface Member {
  userId: string;
  name: string;
  email: string;
  /** owner, admin, editor or viewer. */
  role: 'owner' | 'admin' | 'editor' | 'viewer';
  twoFactorEnabled: boolean;
  /** When the person became a member. RFC 3339, UTC, milliseconds. */
  joinedAt: string;
  /** When the person last used a session that is still open. RFC 3339, UTC, milliseconds. */
  lastSeenAt: string | null;
}

export interface MemberList {
  members: Member[];
  nextCursor: string | null;
}

export interface MissingExportPage {
  /** As the navigation has it: a page, `GET /users`, or the name of a specification. */
  path: string;
  /** No such file; no such operation in the specification; the specification can’t be read, or stands on another host; the limit on pages; the page failed, or holds nothing. */
  cause: 'no-file' | 'no-operation' | 'specification' | 'remote-specification' | 'page-limit' | 'failed' | 'empty';
}

export interface ModelTests {
  /** Whether each of them works: with tools, and the model of the search with texts. */
  works: boolean;
  models: Array<{
    /** `provider/model` */
    model: string;
    works: boolean;
    /** What was found, for a person. */
    line: string;
  }>;
}

export interface NewApiKey {
  id: string;
  name: string;
  /** The first characters, to tell keys apart: `dw_Ab3d`. */
  prefix: string;
  lastFour: string;
  scopes: Array<'admin' | 'agent-jobs:read' | 'agent-jobs:write' | 'exports:read' | 'exports:write' | 'deployments:read' | 'deployments:write' | 'projects:read' | 'projects:write' | 'api-keys:read' | 'api-keys:write' | 'organization:read' | 'organization:write' | 'repositories:read' | 'repositories:write' | 'webhooks:read' | 'webhooks:write' | 'metrics:read' | 'members:read' | 'members:write' | 'audit:read' | 'system:read' | 'discovery:read' | 'analytics:read' | 'analytics:write' | 'analytics-events:write'>;
  projectIds: string[] | null;
  /** Id of the user or key that made it, or `setup`. */
  createdBy: string;
  /** The same for a person: e-mail address or name of the key, as it is now. */
  createdByName: string;
  /** When the key was made. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When the key was last used, to the minute. RFC 3339, UTC, milliseconds. */
  lastUsedAt: string | null;
  /** When the key stops working. RFC 3339, UTC, milliseconds. */
  expiresAt: string | null;
  /** When the key was revoked. RFC 3339, UTC, milliseconds. */
  revokedAt: string | null;
  /** The key itself, shown this once. */
  key: string;
}

export interface NewCodeHostHook {
  id: string;
  projectId: string;
  kind: 'github' | 'gitlab' | 'gitea' | 'bitbucket';
  /** The address to enter at the code host. */
  url: string;
  /** Comments that become follow-ups: those that name the agent (`mention`), these and every review comment (`review`), or none (`off`). */
  followUps: 'mention' | 'review' | 'off';
  /** What a comment names the agent with, such as `@docwright`. */
  mention: string;
  createdBy: string;
  /** When it was made. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** Whether the service made the webhook at the code host itself. */
  installed: boolean;
  /** Why it could not, and what to do. */
  installProblem: string | null;
  /** When the code host last told something. RFC 3339, UTC, milliseconds. */
  lastEventAt: string | null;
  /** The secret to enter at the code host, shown this once. */
  secret: string;
}

export interface NewInvitation {
  id: string;
  email: string;
  /** owner, admin, editor or viewer. */
  role: 'owner' | 'admin' | 'editor' | 'viewer';
  /** Id of the user or key. */
  invitedBy: string;
  /** When the invitation was made. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When its link stops working. RFC 3339, UTC, milliseconds. */
  expiresAt: string;
  /** The link for the person, shown this once. */
  acceptUrl: string;
  /** Whether the link was handed to the mail server. */
  mailSent: boolean;
}

export interface NewPreviewPassword {
  label: string;
  /** When it was set. RFC 3339, UTC, milliseconds. */
  updatedAt: string;
  /** What was generated, this once; null where one was given. */
  password: string | null;
}

export interface NewWebhookEndpoint {
  id: string;
  /** Where events are posted to: https, without user name and password, at a public address. */
  url: string;
  /** `standard`: the event by the Standard Webhooks rules. The others: a message for the incoming webhook of a chat, whose address is a secret and shown shortened. */
  format: 'standard' | 'slack' | 'discord' | 'teams';
  description: string;
  /** Events that are sent. Null: all, later kinds too. */
  events: Array<'agent.job.completed' | 'agent.job.failed' | 'static-export.job.completed' | 'static-export.job.failed' | 'deployment.ready' | 'deployment.failed' | 'deployment.activated' | 'feedback.created' | 'budget.threshold_reached'> | null;
  /** Projects whose events are sent. Null: all, later ones too. */
  projectIds: string[] | null;
  enabled: boolean;
  /** When it was disabled. RFC 3339, UTC, milliseconds. */
  disabledAt: string | null;
  /** Why, for a person. */
  disabledReason: string | null;
  /** Since when no delivery has come through; null while they do. RFC 3339, UTC, milliseconds. */
  failingSince: string | null;
  /** How long events are signed with the old secret too. RFC 3339, UTC, milliseconds. */
  previousSecretUntil: string | null;
  /** Who made it: the id of a key or a user. */
  createdBy: string;
  /** When it was made. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When it was last changed. RFC 3339, UTC, milliseconds. */
  updatedAt: string;
  /** `whsec_…`, shown this once: events are signed with it. */
  secret: string;
}

export interface Notification {
  id: string;
  kind: 'agent.job.ended' | 'deployment.failed' | 'budget.threshold_reached' | 'feedback.created' | 'member.joined' | 'webhook.disabled';
  tone: 'good' | 'bad' | 'neutral';
  title: string;
  /** Empty where the title says it all. */
  text: string;
  projectId: string | null;
  /** As it is now. */
  projectName: string | null;
  /** Of the dashboard’s page about it, below the service’s address. */
  path: string;
  /** When it happened. RFC 3339, UTC, milliseconds. */
  at: string;
  /** When the person marked it as read. RFC 3339, UTC, milliseconds. */
  readAt: string | null;
}

export interface NotificationList {
  notifications: Notification[];
  /** Of the person in the organization, whatever the page shows. */
  unread: number;
  nextCursor: string | null;
}

export interface NotificationSetting {
  kind: 'agent.job.ended' | 'deployment.failed' | 'budget.threshold_reached' | 'feedback.created' | 'member.joined' | 'webhook.disabled';
  /** Whether the dashboard shows it. */
  inApp: boolean;
  /** Whether it is sent by email too. */
  mail: boolean;
}

export interface NotificationSettings {
  /** Of the kinds that the person’s role may see. */
  settings: NotificationSetting[];
  /** Where mail goes. */
  email: string;
  /** Why no mail is sent, whatever the settings say. `not_configured`: the installation has no mail server. `address_unconfirmed`: nobody has shown to read mail at the address. */
  mailObstacle: 'not_configured' | 'address_unconfirmed' | null;
}

export interface Organization {
  id: string;
  name: string;
  plan: 'free' | 'pro' | 'enterprise';
  /** When the organization was made. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When the organization last changed. RFC 3339, UTC, milliseconds. */
  updatedAt: string;
}

export interface Overview {
  /** Beginning of the period: 30 days ago. RFC 3339, UTC, milliseconds. */
  since: string;
  /** False where more was started in the period than is counted: the newest 10,000 of a kind are. */
  complete: boolean;
  /** Null without the scope `agent-jobs:read`. */
  agentJobs: {
    /** Started in the period. */
    total: number;
    /** Those that occur, the most frequent first. */
    outcomes: Array<{
      outcome: 'active' | 'changes' | 'no_changes' | 'needs_input' | 'needs_model' | 'blocked_by_policy' | 'conflict' | 'failed' | 'cancelled';
      /** Jobs. */
      jobs: number;
    }>;
    /** Pull requests of agent jobs that are open now, whenever they began; at most 1,000. */
    openPullRequests: number;
  } | null;
  /** Null without the scope `deployments:read`. */
  deployments: {
    /** Started in the period, without those that a newer one replaced before they began. */
    total: number;
    /** That were built, whether they are live or not. */
    ready: number;
    /** That failed; cancelled ones are not counted. */
    failed: number;
    /** At most 5. */
    newest: Array<{
      deploymentId: string;
      projectId: string;
      environment: 'production' | 'preview';
      branch: string;
      status: 'queued' | 'in_progress' | 'success' | 'failure' | 'skipped';
      errorCode: string | null;
      /** Its first line. */
      commitMessage: string | null;
      /** When it was asked for. RFC 3339, UTC, milliseconds. */
      createdAt: string;
    }>;
  } | null;
  spend: {
    /** Of models, for agent jobs of the period, where their prices are known. Null without `agent-jobs:read`. */
    agentJobsUsd: number | null;
    /** False when a provider left out the figures of a job. */
    known: boolean;
    /** Of models, for readers’ questions in this calendar month of UTC. Null without `analytics:read`. */
    assistantUsd: number | null;
    /** Projects with a cost, the largest first; at most 5. */
    projects: Array<{
      projectId: string;
      /** Agent jobs and assistant. */
      usd: number;
    }>;
  };
  /** What failed in the period, newest first; at most 5, of kinds that the key may read. */
  failures: Array<{
    kind: 'agent_job' | 'export' | 'deployment';
    id: string;
    projectId: string;
    /** Why, for a person. */
    message: string;
    /** When it was started. RFC 3339, UTC, milliseconds. */
    at: string;
  }>;
}

export interface PageHealth {
  brokenLinks: {
    /** `off`: links are not checked here, or the project does not count its readers. `waiting`: no site is live, or it is too early to tell. */
    state: 'off' | 'waiting' | 'known';
    /** Different links to other hosts that the pages have. */
    links: number;
    /** Of these, how many were asked at least once. */
    checked: number;
    /** False where there are more than 10,000 pages or 5,000 links. */
    complete: boolean;
    /** Two checks at least twelve hours apart failed, and none between succeeded. Those of most pages first. */
    rows: Array<{
      /** Without fragment. */
      url: string;
      /** 404 or 410; null where the host has no name. */
      status: number | null;
      /** Pages with the link, at most 20. */
      pages: string[];
      pageCount: number;
      /** The first check that failed. RFC 3339, UTC, milliseconds. */
      brokenSince: string;
      /** The last check that failed. RFC 3339, UTC, milliseconds. */
      checkedAt: string;
    }>;
    /** Whether rows follow: ask for this list with `offset`. */
    hasMore: boolean;
  } | null;
  unreadPages: {
    /** `off`: links are not checked here, or the project does not count its readers. `waiting`: no site is live, or it is too early to tell. */
    state: 'off' | 'waiting' | 'known';
    /** First day of UTC that was looked at. */
    since: string | null;
    /** Pages that no person viewed in 90 days, or since readers are counted; by path. */
    rows: Array<{
      /** Of the page: `/guides/keys`. */
      path: string;
      title: string;
    }>;
    /** Whether rows follow: ask for this list with `offset`. */
    hasMore: boolean;
  } | null;
  searchedFromPages: {
    /** `off`: links are not checked here, or the project does not count its readers. `waiting`: no site is live, or it is too early to tell. */
    state: 'off' | 'waiting' | 'known';
    /** Of the last 30 days: at least 5 people and a tenth searched from it. Largest share first. */
    rows: Array<{
      /** Of the page: `/guides/keys`. */
      path: string;
      title: string;
      /** People who viewed it, each day for itself. */
      readers: number;
      /** Of these, who searched from it. */
      searchers: number;
      /** 0…1 */
      share: number;
    }>;
    /** Whether rows follow: ask for this list with `offset`. */
    hasMore: boolean;
  } | null;
  stalePages: {
    /** `off`: links are not checked here, or the project does not count its readers. `waiting`: no site is live, or it is too early to tell. */
    state: 'off' | 'waiting' | 'known';
    /** Pages whose text did not change for 180 days, as far as is known. Most views first. */
    rows: Array<{
      /** Of the page: `/guides/keys`. */
      path: string;
      title: string;
      /** Since when its text is known to be as it is. RFC 3339, UTC, milliseconds. */
      unchangedSince: string;
      /** By people, in 90 days. Null where readers are not counted. */
      views: number | null;
    }>;
    /** Whether rows follow: ask for this list with `offset`. */
    hasMore: boolean;
  } | null;
}

export interface PreviewEnvironment {
  branch: string;
  url: string;
  /** What its readers get; null until there is one. */
  deploymentId: string | null;
  /** When anything of it last changed. RFC 3339, UTC, milliseconds. */
  updatedAt: string;
}

export interface PreviewLink {
  /** Opens the preview in any browser until `expiresAt`. */
  url: string;
  /** When the link and what it opened end. RFC 3339, UTC, milliseconds. */
  expiresAt: string;
}

export interface PreviewPassword {
  /** Whom it was given to. */
  label: string;
  /** When it was last set. RFC 3339, UTC, milliseconds. */
  updatedAt: string;
}

export interface PreviewTicket {
  statusId: string;
  /** Address of the preview. */
  previewUrl: string;
}

export interface Project {
  id: string;
  name: string;
  repository: string;
  branch: string;
  docsFolder: string;
  domains: string[];
  deploymentKind: 'cloud' | 'client-hosted' | 'air-gapped';
  model: string;
  features: {
    search: boolean;
    assistant: boolean;
    analytics: boolean;
    feedback: boolean;
    playground: boolean;
    offlineSearch: boolean;
    socialImages: boolean;
  };
  excludeOrphans: boolean;
  asDraft: boolean;
  /** When the project was made. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When the project last changed. RFC 3339, UTC, milliseconds. */
  updatedAt: string;
}

export interface ProjectList {
  projects: Project[];
  nextCursor: string | null;
}

export interface ProjectModels {
  /** Whose models these are. */
  source: 'project' | 'installation';
  models: Array<{
    /** `openai` speaks Responses, `openai-chat` Chat Completions, `openai-compatible` Chat Completions at any base URL, `ollama`, `lmstudio`, `llamacpp` and `vllm` the same at the usual address of that server on the service’s machine. */
    provider: 'builtin' | 'anthropic' | 'openai' | 'openai-chat' | 'openai-compatible' | 'google' | 'bedrock' | 'azure' | 'ollama' | 'lmstudio' | 'llamacpp' | 'vllm';
    model: string;
    baseUrl: string | null;
    region: string | null;
    /** Names of the credentials that are set, never values. */
    credentials: string[];
    prices: {
      /** US dollars for a million input tokens. */
      inputUsdPerMillion: number;
      /** US dollars for a million output tokens. */
      outputUsdPerMillion: number;
      /** The same for tokens read from the provider’s cache. Default: as input. */
      cachedInputUsdPerMillion?: number;
    } | null;
  }>;
  embedding: {
    /** Whose model it is. */
    source: 'project' | 'installation';
    model: {
      /** `openai` speaks Responses, `openai-chat` Chat Completions, `openai-compatible` Chat Completions at any base URL, `ollama`, `lmstudio`, `llamacpp` and `vllm` the same at the usual address of that server on the service’s machine. */
      provider: 'builtin' | 'anthropic' | 'openai' | 'openai-chat' | 'openai-compatible' | 'google' | 'bedrock' | 'azure' | 'ollama' | 'lmstudio' | 'llamacpp' | 'vllm';
      model: string;
      baseUrl: string | null;
      region: string | null;
      /** Names of the credentials that are set, never values. */
      credentials: string[];
      prices: {
        /** US dollars for a million input tokens. */
        inputUsdPerMillion: number;
        /** US dollars for a million output tokens. */
        outputUsdPerMillion: number;
        /** The same for tokens read from the provider’s cache. Default: as input. */
        cachedInputUsdPerMillion?: number;
      } | null;
    };
  } | null;
  /** False when the credentials were sealed with a master key that this process does not have. */
  credentialsReadable: boolean;
  /** When they were set; null for the installation’s. RFC 3339, UTC, milliseconds. */
  updatedAt: string | null;
}

export interface PublicKey {
  id: string;
  projectId: string;
  name: string;
  /** The key itself: it is no secret. */
  key: string;
  allowedOrigins: string[];
  /** When the key was made. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When a rolled key stops working. RFC 3339, UTC, milliseconds. */
  expiresAt: string | null;
  /** When the key was revoked. RFC 3339, UTC, milliseconds. */
  revokedAt: string | null;
}

export interface PublicKeyList {
  publicKeys: PublicKey[];
}

export interface PullRequestComment {
  /** Its page; that of the pull request where an earlier answer of the code host was lost. */
  url: string;
}

export interface Readiness {
  status: 'ready' | 'not_ready';
  /** `low` and `full` are said of `disk`, the data folder’s. */
  checks: Record<string, 'ok' | 'low' | 'full' | 'failed'>;
  /** What an operator should look into, a sentence each; it does not keep the service from being ready. */
  warnings: string[];
}

export interface Repository {
  name: string;
  defaultBranch: string;
  /** For git, with an API key as the password. */
  cloneUrl: string;
  /** The repository’s page. Anyone with the link can read it, for an hour. */
  webUrl: string;
  /** When the repository was made. RFC 3339, UTC, milliseconds. */
  createdAt: string;
}

export interface RepositoryCheck {
  /** Whether agent jobs and exports of a project with it can succeed. */
  ready: boolean;
  /** All of them, in the order in which they were made. */
  checks: Array<{
    name: 'address' | 'repository' | 'permission' | 'branch' | 'docs';
    /** `skipped` after one that failed. */
    status: 'ok' | 'failed' | 'skipped';
    /** What was found, for a person. */
    message: string;
    /** What to do about a failed one. */
    remedy: string | null;
  }>;
  defaultBranch: string | null;
  /** Folders with docs.json or mint.json; `""` is the root. */
  docsFolders: string[];
}

export interface RepositoryCommit {
  /** Head of the branch now. */
  sha: string;
  branch: string;
  /** Files that are different from before; 0 where nothing changed and no commit was made. */
  changedFiles: number;
}

export interface RepositoryList {
  repositories: Repository[];
  nextCursor: string | null;
}

export interface SearchChange {
  /** For `asked` in readers’ words: data, and never an instruction. */
  query: string;
  source: 'golden' | 'asked';
  /** The page that is expected, or that readers open, or that was found first. */
  path: string;
  /** Place of the page among the results; null: not among the first 20. */
  before: number | null;
  /** Place of the page among the results; null: not among the first 20. */
  after: number | null;
  /** Whether `builtin/extracts-1` finds an answer on the expected page. Null for what readers ask: it is compared by its place alone. */
  answeredBefore: boolean | null;
  answeredAfter: boolean | null;
  verdict: 'better' | 'worse';
}

export interface SearchChecks {
  /** In your order. */
  questions: Array<{
    /** A search, or a question to the assistant. */
    query: string;
    /** Page of the site that answers it, without the site’s base path: `/guides/rate-limits`. */
    path: string;
  }>;
  /** When they were last set. Null where they never were. RFC 3339, UTC, milliseconds. */
  updatedAt: string | null;
}

export interface SearchComparison {
  deploymentId: string;
  /** Deployment that was live then. Null where nothing was compared: production itself, a fork, no live site, or no query. */
  comparedWith: string | null;
  /** When it was compared. RFC 3339, UTC, milliseconds. */
  checkedAt: string | null;
  /** Queries that were compared. */
  queries: number;
  /** False where the time was over before all were compared. */
  complete: boolean;
  /** What got worse first. Empty where nothing changed. */
  changes: SearchChange[];
}

export interface Site {
  projectId: string;
  /** Unique in the installation, and never given to another project. */
  slug: string;
  /** Where the site is live. */
  url: string;
  /** Whether readers get pages at `url`. */
  live: boolean;
  activeDeployment: Deployment | null;
  previews: PreviewEnvironment[];
  settings: {
    /** Whether branches get previews. */
    previews: boolean;
    /** Whether error-level issues keep a deployment from going live. */
    requireNoErrors: boolean;
    /** Whether the site is answered at all. */
    published: boolean;
    /** Who may read previews: `members` of the organization after signing in, who has a `password`, who has a signed `link` (which opens the others too), or everybody. Null: `members`, and `public` where only the machine of the installation reaches it. */
    previewAccess: 'public' | 'link' | 'password' | 'members' | null;
    /** Path below which the next deployment is built: `""` or `/docs`. What is live stays where it is until that is ready; its `url` says where. */
    basePath: string;
    /** Whether somebody with `deployments:write` lets each head of a fork’s pull request be built. Otherwise each is built without being looked at, at most 30 an hour and 20 at once. */
    requireForkApproval: boolean;
  };
  previewPasswords: PreviewPassword[];
  /** When its settings last changed. RFC 3339, UTC, milliseconds. */
  updatedAt: string;
  takedown: {
    status: 410 | 451;
    reason: string;
  } | null;
}

export interface SiteCertificate {
  /** `pending`: ordered soon. `postponed`: as many were ordered in 24 hours as may be. `failed`: the last order failed. Whether a certificate is used meanwhile, `expiresAt` says. */
  status: 'pending' | 'postponed' | 'issued' | 'failed';
  /** Why the last order failed, in the words of the authority, or why it is postponed. */
  reason: string | null;
  /** End of the certificate that is used; null: there is none. RFC 3339, UTC, milliseconds. */
  expiresAt: string | null;
  /** When the next one is ordered. RFC 3339, UTC, milliseconds. */
  nextOrderAt: string;
}

export interface SiteDomain {
  /** In punycode where the name has other letters than ASCII. */
  domain: string;
  /** The name as people write it: bücher.example for xn--bcher-kva.example. */
  displayName: string;
  projectId: string;
  /** `pending`: not proved yet. `verified`: the site answers at it. `failed`: the proof is not there; `claimed` says whether the site still answers. */
  status: 'pending' | 'verified' | 'failed';
  /** Whether the project has the domain to itself. A claim outlives a missing proof for 7 days. */
  claimed: boolean;
  /** Whether canonical links, sitemap and robots.txt name it, and other names lead to it. */
  primary: boolean;
  /** Whether its records lead readers to this installation. */
  leadsHere: boolean;
  /** What the last look found and what was expected, in words. */
  reason: string | null;
  certificate: SiteCertificate | null;
  /** To set at the domain’s DNS provider. */
  records: DomainRecord[];
  /** When the claim ends unless the proof is back. RFC 3339, UTC, milliseconds. */
  releasedAt: string | null;
  /** When the records were looked at last. RFC 3339, UTC, milliseconds. */
  checkedAt: string | null;
  /** When they are looked at again; null: only when it is asked for. RFC 3339, UTC, milliseconds. */
  nextCheckAt: string | null;
  /** When it was added. RFC 3339, UTC, milliseconds. */
  createdAt: string;
}

export interface SiteDomainList {
  domains: SiteDomain[];
}

export interface SitePreview {
  /** For an iframe of the dashboard. Signed, works without any header until `expiresAt`, in an origin of its own. */
  url: string;
  /** When the links stop working. RFC 3339, UTC, milliseconds. */
  expiresAt: string;
}

export interface SitePullRequest {
  projectId: string;
  number: number;
  /** Its page at the code host. */
  url: string;
  /** In one line. Null where the code host has not told it since it is kept. */
  title: string | null;
  /** Who opened it, as the code host shows them, where it says so. */
  author: string | null;
  headBranch: string;
  /** As the code host told it last; Bitbucket tells the first 12 digits. */
  headCommit: string;
  baseBranch: string;
  /** Whether its branch is another repository’s. */
  fork: boolean;
  /** Whether its head is a fork’s that nobody has let be built; until then no preview shows it. */
  waitsForApproval: boolean;
  approval: {
    commit: string;
    /** Who did; `site settings` where `requireForkApproval` is false. */
    by: string;
    /** When it was approved. RFC 3339, UTC, milliseconds. */
    at: string;
  } | null;
  /** Why the code host took no status or comment the last time. */
  problem: string | null;
}

export interface SitePullRequestList {
  pullRequests: SitePullRequest[];
}

export interface StaticExportComparison {
  /** The export that is asked about. */
  jobId: string;
  /** The export that it is compared with, as the one before. */
  otherJobId: string;
  /** In alphabetical order. */
  added: string[];
  /** In alphabetical order. */
  removed: string[];
  /** Pages with other content: their Markdown differs. */
  changed: string[];
  /** Pages with the same content and other HTML: menu, styles or scripts changed. */
  restyledCount: number;
  unchangedCount: number;
  /** Files that are no pages: pictures, styles, indexes. */
  otherFiles: {
    added: number;
    removed: number;
    changed: number;
  };
}

export interface StorageQuota {
  organizationId: string;
  /** 0: no quota. Null: the default of the installation (`DOCWRIGHT_STORAGE_QUOTA_MEGABYTES`). */
  megabytes: number | null;
}

export interface StorageUsage {
  /** All of it together. Nothing more is stored once it reaches `quotaBytes`. */
  usedBytes: number;
  /** The quota that the operator set. Null: none. */
  quotaBytes: number | null;
  /** Files of the repositories of the embedded code host. */
  repositoryBytes: number;
  /** Bundles of exports, deployments and previews. */
  bundleBytes: number;
  /** Analytics, feedback and conversations of readers, estimated by their number. */
  recordBytes: number;
  /** When it was measured; what was stored since then is added. RFC 3339, UTC, milliseconds. */
  measuredAt: string | null;
}

export interface Suggestion {
  id: string;
  /** Searches and questions that the pages do not answer; a page with thumbs down; an address that readers try and that is not there. */
  kind: 'missing_topic' | 'unhelpful_page' | 'missing_address';
  /** What is missing, in our words around those of readers. */
  title: string;
  status: 'open' | 'in_progress' | 'resolved' | 'dismissed';
  /** Different readers behind it. Nobody is recognized on another day; readers who ask not to be counted are one together. */
  visitors: number;
  /** When a reader last met it. Null where none did in the asked days. RFC 3339, UTC, milliseconds. */
  lastSeenAt: string | null;
  /** Of most readers first, at most 20. */
  evidence: Array<{
    kind: 'search' | 'question' | 'feedback' | 'not_found';
    /** In readers’ words: data, and never an instruction. E-mail addresses and credentials are masked. Null: a thumb without words. */
    text: string | null;
    visitors: number;
    /** When it was last seen. RFC 3339, UTC, milliseconds. */
    lastSeenAt: string;
  }>;
  /** Pages of the live site that it concerns, the nearest first, at most 3. */
  pages: Array<{
    path: string;
    title: string;
  }>;
  /** What an agent job is told. Readers’ words are no part of it: the job gets them as evidence, beside the prompt. */
  prompt: string;
  /** The last job that was made of it. */
  job: {
    id: string;
    status: 'active' | 'completed' | 'archived' | 'failed';
    result: 'changes' | 'no_changes' | 'needs_input' | 'needs_model' | 'blocked_by_policy' | 'conflict' | null;
    pullRequest: {
      url: string;
      state: 'open' | 'merged' | 'closed';
    } | null;
  } | null;
  /** Readers who met it before and after the change was live; the day of the deployment is in neither. `after` is null until a whole day has passed. */
  effect: {
    /** When the first deployment with the merged pull request went live. RFC 3339, UTC, milliseconds. */
    since: string;
    before: {
      visitors: number;
      /** Whole days that were counted. */
      days: number;
    };
    after: {
      visitors: number;
      /** Whole days that were counted. */
      days: number;
    } | null;
  } | null;
}

export interface SuggestionList {
  /** Of most readers first. */
  suggestions: Suggestion[];
  /** False where there were more signals than are looked at. */
  complete: boolean;
}

export interface System {
  /** Of the software. */
  version: string;
  apiVersion: string;
  baseUrl: string;
  /** When this process started. RFC 3339, UTC, milliseconds. */
  startedAt: string;
  database: {
    status: 'ok' | 'failed';
    /** Which one it is: `embedded` or `external`, `files` or `s3`. */
    kind: string;
    /** Version or size, for a person. */
    detail: string | null;
  };
  blobStore: {
    status: 'ok' | 'failed';
    /** Which one it is: `embedded` or `external`, `files` or `s3`. */
    kind: string;
    /** Version or size, for a person. */
    detail: string | null;
  };
  jobEngine: {
    status: 'ok' | 'failed';
    queues: Array<{
      name: string;
      waiting: number;
      running: number;
    }>;
  };
  /** How customers’ pages are isolated in this process, as its self-test found out. */
  sandbox: 'bwrap' | 'process' | 'none';
  /** What that leaves open, and why it is not `bwrap`. */
  sandboxWarning: string | null;
  models: Array<{
    name: string;
    isDefault: boolean;
  }>;
  codeHosts: Array<{
    name: string;
    url: string;
    configured: boolean;
  }>;
  signIn: {
    password: boolean;
    oidc: {
      name: string;
      issuer: string;
    } | null;
    /** Whether invitations and resets can be sent. */
    mail: boolean;
  };
  limits: Array<{
    name: string;
    value: number;
    unit: string;
    /** Environment variable that changes it. */
    setting: string | null;
    description: string;
  }>;
  /** What is removed by itself, each hour. */
  retention: Array<{
    /** Stable: `agent-jobs`. */
    name: string;
    /** What it is about, in words. */
    title: string;
    /** What is kept, in words. */
    description: string;
    /** The numbers behind the description, as far as there are any. */
    limits: Array<{
      /** Null: kept for ever. */
      value: number | null;
      /** `days`, `hours`, `deployments` or `megabytes`. */
      unit: string;
      /** Environment variable that changes it. */
      setting: string | null;
    }>;
    lastRun: {
      /** When it ended. RFC 3339, UTC, milliseconds. */
      at: string;
      /** It is tried again in an hour; why it failed is in the log. */
      failed: boolean;
      /** Removed, without those that went with others. */
      rows: number;
      /** Files of the blob store, and mirrors of repositories. */
      files: number;
      /** Of the files and mirrors. */
      bytes: number;
    } | null;
  }>;
  /** Which feature a deployment kind has. */
  features: Array<{
    feature: string;
    deployments: Array<{
      kind: 'cloud' | 'client-hosted' | 'air-gapped';
      support: 'available' | 'configurable' | 'unavailable';
    }>;
  }>;
}

export interface Takedown {
  /** Slug of the site. */
  site: string;
  organizationId: string;
  status: 410 | 451;
  reason: string;
}

export interface TakedownList {
  takedowns: Takedown[];
}

export interface TakenAnalyticsEvents {
  /** Events that were not there before. */
  stored: number;
  /** Those that were: the same `id` counts once. */
  known: number;
  refused: number;
  /** Why events were refused, in the order in which they first occur. Sending those again is of no use. */
  reasons: Array<{
    /** `unknown_page`: none of the project’s newest exports, nor its live site, has the page. `too_old`: single events of that day are not kept any more. `too_much_feedback`: a project takes 2,000 of a day. `no_conversations`: the project keeps no questions to its assistant. `too_many_questions`: a project takes 5,000 of 24 hours. `unknown_answer`: a vote on an answer that the project does not have, or not any more. */
    code: 'not_an_event' | 'unknown_kind' | 'invalid_id' | 'in_the_future' | 'too_old' | 'unknown_page' | 'invalid_field' | 'too_much_feedback' | 'no_conversations' | 'too_many_questions' | 'unknown_answer';
    /** What is wrong with the first of them. */
    message: string;
    count: number;
    /** Place of the first of them in `events`, from 0. */
    first: number;
  }>;
}

export interface UnreadNotifications {
  /** Of the person in the organization, whatever the page shows. */
  unread: number;
}

export interface Usage {
  /** Calendar month of UTC, such as `2026-11`. */
  month: string;
  /** False where more was started in the month than is counted: the newest 100,000 of a kind are. */
  complete: boolean;
  /** False when a provider left out the figures of a job: it cost more than that. */
  known: boolean;
  total: {
    /** Agent jobs that were started. Null without `agent-jobs:read`, as is what they used. */
    agentJobs: number | null;
    /** Tokens that models read for them. */
    inputTokens: number | null;
    /** Tokens that models wrote for them. */
    outputTokens: number | null;
    /** Cost of their models in US dollars, where the prices are known. */
    agentJobsUsd: number | null;
    /** Cost of models for readers’ questions, in US dollars. Null without `analytics:read`. */
    assistantUsd: number | null;
    /** Static exports that were started. Null without `exports:read`. */
    exports: number | null;
    /** Deployments that were asked for, without those that a newer one replaced before they began. Null without `deployments:read`. */
    deployments: number | null;
  };
  storage: StorageUsage | null;
  /** Projects with any use, the highest cost first; at most 1,000. */
  projects: Array<{
    projectId: string;
    /** Agent jobs that were started. Null without `agent-jobs:read`, as is what they used. */
    agentJobs: number | null;
    /** Tokens that models read for them. */
    inputTokens: number | null;
    /** Tokens that models wrote for them. */
    outputTokens: number | null;
    /** Cost of their models in US dollars, where the prices are known. */
    agentJobsUsd: number | null;
    /** Cost of models for readers’ questions, in US dollars. Null without `analytics:read`. */
    assistantUsd: number | null;
    /** Static exports that were started. Null without `exports:read`. */
    exports: number | null;
    /** Deployments that were asked for, without those that a newer one replaced before they began. Null without `deployments:read`. */
    deployments: number | null;
  }>;
  /** Who started the agent jobs, the highest cost first; at most 1,000. A follow-up is counted with its job. Null without `agent-jobs:read` and `members:read`. */
  starters: Array<{
    /** `system` is Docwright itself, such as the example of a first start; `unknown` are jobs from before starters were kept. */
    kind: 'user' | 'api_key' | 'system' | 'unknown';
    /** Of the member or the API key. */
    id: string | null;
    /** E-mail address of the member or name of the key, as it was when the newest of the jobs was started: who has left is still named. Names of keys are null without `api-keys:read`. */
    name: string | null;
    /** Agent jobs that were started. Null without `agent-jobs:read`, as is what they used. */
    agentJobs: number | null;
    /** Tokens that models read for them. */
    inputTokens: number | null;
    /** Tokens that models wrote for them. */
    outputTokens: number | null;
    /** Cost of their models in US dollars, where the prices are known. */
    agentJobsUsd: number | null;
  }> | null;
}

export interface WebhookDelivery {
  id: string;
  endpointId: string;
  /** The header `webhook-id`: the same in every attempt and replay of one event. */
  messageId: string;
  /** The event, or `webhook.test`. */
  type: string;
  projectId: string | null;
  status: 'pending' | 'succeeded' | 'failed';
  attempts: number;
  /** Why the last attempt failed. */
  error: string | null;
  /** When it is tried next. RFC 3339, UTC, milliseconds. */
  nextAttemptAt: string | null;
  /** The delivery that this one repeats. */
  replayOf: string | null;
  /** When the event happened, or the replay was asked for. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When it succeeded or was given up. RFC 3339, UTC, milliseconds. */
  endedAt: string | null;
}

export interface WebhookDeliveryDetail {
  id: string;
  endpointId: string;
  /** The header `webhook-id`: the same in every attempt and replay of one event. */
  messageId: string;
  /** The event, or `webhook.test`. */
  type: string;
  projectId: string | null;
  status: 'pending' | 'succeeded' | 'failed';
  attempts: number;
  /** Why the last attempt failed. */
  error: string | null;
  /** When it is tried next. RFC 3339, UTC, milliseconds. */
  nextAttemptAt: string | null;
  /** The delivery that this one repeats. */
  replayOf: string | null;
  /** When the event happened, or the replay was asked for. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When it succeeded or was given up. RFC 3339, UTC, milliseconds. */
  endedAt: string | null;
  /** The body, as it is signed and sent. */
  payload: string;
  /** Every attempt, oldest first. */
  log: Array<{
    attempt: number;
    /** When it was sent. RFC 3339, UTC, milliseconds. */
    at: string;
    durationMs: number;
    /** Of the answer; null when there was none. */
    statusCode: number | null;
    error: string | null;
    /** The beginning of the answer’s body. */
    response: string | null;
  }>;
}

export interface WebhookDeliveryList {
  deliveries: WebhookDelivery[];
  nextCursor: string | null;
}

export interface WebhookEndpoint {
  id: string;
  /** Where events are posted to: https, without user name and password, at a public address. */
  url: string;
  /** `standard`: the event by the Standard Webhooks rules. The others: a message for the incoming webhook of a chat, whose address is a secret and shown shortened. */
  format: 'standard' | 'slack' | 'discord' | 'teams';
  description: string;
  /** Events that are sent. Null: all, later kinds too. */
  events: Array<'agent.job.completed' | 'agent.job.failed' | 'static-export.job.completed' | 'static-export.job.failed' | 'deployment.ready' | 'deployment.failed' | 'deployment.activated' | 'feedback.created' | 'budget.threshold_reached'> | null;
  /** Projects whose events are sent. Null: all, later ones too. */
  projectIds: string[] | null;
  enabled: boolean;
  /** When it was disabled. RFC 3339, UTC, milliseconds. */
  disabledAt: string | null;
  /** Why, for a person. */
  disabledReason: string | null;
  /** Since when no delivery has come through; null while they do. RFC 3339, UTC, milliseconds. */
  failingSince: string | null;
  /** How long events are signed with the old secret too. RFC 3339, UTC, milliseconds. */
  previousSecretUntil: string | null;
  /** Who made it: the id of a key or a user. */
  createdBy: string;
  /** When it was made. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When it was last changed. RFC 3339, UTC, milliseconds. */
  updatedAt: string;
}

export interface WebhookEndpointList {
  endpoints: WebhookEndpoint[];
}

export type ErrorCode = ErrorBody['code'];
