import { Type, type Static } from 'typebox';
import { agentJobId, exportJobId, json, operation } from './define-operation.ts';
import { DateTime, Nullable } from './ids.ts';

const Url = Type.String({
  format: 'uri',
  description:
    'For an iframe of the dashboard. Signed, works without any header until `expiresAt`, in an origin of its own.',
});
const expiresAt = DateTime('When the links stop working.');

export const SitePreview = Type.Object({ url: Url, expiresAt }, { $id: 'SitePreview' });
export type SitePreview = Static<typeof SitePreview>;

export const AgentJobPreview = Type.Object(
  {
    pages: Type.Array(
      Type.Object({
        path: Type.String({ description: 'Source file, relative to the repository.' }),
        change: Type.Enum(['added', 'modified', 'deleted']),
        beforeUrl: Nullable(Url),
        afterUrl: Nullable(Url),
      }),
      { description: 'The pages among the changed files, in the order of the files.' },
    ),
    expiresAt,
  },
  { $id: 'AgentJobPreview' },
);
export type AgentJobPreview = Static<typeof AgentJobPreview>;

const PagePaths = Type.Array(Type.String(), { description: 'In alphabetical order.' });

export const ExportComparison = Type.Object(
  {
    jobId: Type.String({ description: 'The export that is asked about.' }),
    otherJobId: Type.String({ description: 'The export that it is compared with, as the one before.' }),
    added: PagePaths,
    removed: PagePaths,
    changed: Type.Array(Type.String(), { description: 'Pages with other content: their Markdown differs.' }),
    restyledCount: Type.Integer({
      minimum: 0,
      description: 'Pages with the same content and other HTML: menu, styles or scripts changed.',
    }),
    unchangedCount: Type.Integer({ minimum: 0 }),
    otherFiles: Type.Object(
      {
        added: Type.Integer({ minimum: 0 }),
        removed: Type.Integer({ minimum: 0 }),
        changed: Type.Integer({ minimum: 0 }),
      },
      { description: 'Files that are no pages: pictures, styles, indexes.' },
    ),
  },
  { $id: 'StaticExportComparison' },
);
export type ExportComparison = Static<typeof ExportComparison>;

export const previewOperations = {
  previewStaticExport: operation({
    method: 'POST',
    path: '/v1/static-export/jobs/{jobId}/preview',
    tag: 'Static export',
    summary: 'Get a link to look at an export',
    description: 'The exported site as it is in the bundle, for looking at it in a frame.',
    scope: 'exports:read',
    params: Type.Object(exportJobId),
    success: json(200, 'The link.', SitePreview),
    errors: ['not_found', 'export_not_completed', 'bundle_missing', 'bundle_damaged', 'plan_required'],
  }),
  previewAgentJob: operation({
    method: 'POST',
    path: '/v2/agent/{projectId}/job/{id}/preview',
    tag: 'Agent jobs',
    summary: 'Get links to look at changed pages',
    description:
      'Renders the pages that the job has changed, before and after. At most 50 pages, in the order of the files.',
    scope: 'agent-jobs:read',
    params: Type.Object(agentJobId),
    success: json(200, 'The links.', AgentJobPreview),
    errors: ['not_found', 'preview_failed'],
  }),
  compareStaticExports: operation({
    method: 'GET',
    path: '/v1/static-export/jobs/{jobId}/compare/{otherJobId}',
    tag: 'Static export',
    summary: 'Compare two exports',
    description: 'Pages that are in the first and not in the other, the other way round, and in both with other bytes.',
    scope: 'exports:read',
    params: Type.Object({
      ...exportJobId,
      otherJobId: Type.String({ description: 'Export job.', minLength: 1, maxLength: 200 }),
    }),
    success: json(200, 'The differences.', ExportComparison),
    errors: ['not_found', 'export_not_completed', 'bundle_missing', 'bundle_damaged', 'plan_required'],
  }),
} as const;
