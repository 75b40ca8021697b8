import type { AgentJob, ExportJob } from '@docwright/sdk';

const at = '2026-01-01T00:00:00.000Z';

export const agentJob: AgentJob = {
  id: 'aj_1',
  projectId: 'proj_1',
  status: 'completed',
  source: { repository: 'https://host/docs', ref: 'docwright/aj_1' },
  model: 'builtin/rules-1',
  prompt: 'Replace one word.',
  title: 'Replace one word',
  prLink: 'https://host/docs/pull/1',
  createdAt: at,
  archivedAt: null,
  updatedAt: at,
  result: 'changes',
  summary: 'Replaced one word.',
  error: null,
  usage: { inputTokens: 0, outputTokens: 0, costUsd: 0, known: true },
  files: [{ path: 'index.mdx', change: 'modified', added: 1, removed: 1 }],
  pullRequest: null,
  duplicateOf: null,
  turns: 1,
};

export const exportJob: ExportJob = {
  jobId: 'se_1',
  projectId: 'proj_1',
  domain: 'docs.example.com',
  status: 'completed',
  progress: 100,
  pageCount: 2,
  excludeRestricted: false,
  totalPages: 2,
  version: 'v1',
  commit: 'c0ffee',
  basePath: '',
  createdAt: at,
  updatedAt: at,
  error: null,
  errorCode: null,
  issues: [],
  issueCount: 0,
  durationMs: 10,
  sha256: null,
};
