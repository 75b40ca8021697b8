import { Type, type Static } from 'typebox';
import { agentJobId, exportJobId, json, operation } from './define-operation.ts';
import { DateTime, Nullable } from './ids.ts';

const Url = Type.String({
  format: 'uri',
  description:
    'A signed link for an iframe in the dashboard. It works without headers until `expiresAt`, on a separate origin.',
});
const expiresAt = DateTime('When the links expire.');

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
        changes: Type.Object(
          { before: Type.Integer({ minimum: 0 }), after: Type.Integer({ minimum: 0 }) },
          {
            description:
              'Number of marked differences on each side. The anchor of the first is `#docwright-change-1`. Both are 0 if the page has only one side.',
          },
        ),
      }),
      { description: 'Pages among the changed files, in the order of the files.' },
    ),
    expiresAt,
  },
  { $id: 'AgentJobPreview' },
);
export type AgentJobPreview = Static<typeof AgentJobPreview>;

const PagePaths = Type.Array(Type.String(), { description: 'In alphabetical order.' });

export const ExportComparison = Type.Object(
  {
    jobId: Type.String({ description: 'The export that is compared.' }),
    otherJobId: Type.String({ description: 'The earlier export to compare with.' }),
    added: PagePaths,
    removed: PagePaths,
    changed: Type.Array(Type.String(), { description: 'Pages with different content: their Markdown differs.' }),
    restyledCount: Type.Integer({
      minimum: 0,
      description: 'Pages with the same content but different HTML: the menu, styles or scripts changed.',
    }),
    unchangedCount: Type.Integer({ minimum: 0 }),
    otherFiles: Type.Object(
      {
        added: Type.Integer({ minimum: 0 }),
        removed: Type.Integer({ minimum: 0 }),
        changed: Type.Integer({ minimum: 0 }),
      },
      { description: 'Files other than pages: images, styles, indexes.' },
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
    summary: 'Create a link to preview an export',
    description: 'Shows the exported site in an iframe, as it is in the bundle.',
    scope: 'exports:read',
    params: Type.Object(exportJobId),
    success: json(200, 'The link.', SitePreview),
    errors: ['not_found', 'export_not_completed', 'bundle_missing', 'bundle_damaged', 'plan_required'],
  }),
  previewAgentJob: operation({
    method: 'POST',
    path: '/v2/agent/{projectId}/job/{id}/preview',
    tag: 'Agent jobs',
    summary: 'Create links to preview changed pages',
    description:
      'Renders the pages that the job changed, before and after. At most 50 pages, in the order of the files.',
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
    description:
      'Returns the pages that are only in the first export, only in the second export, or in both with differences.',
    scope: 'exports:read',
    params: Type.Object({
      ...exportJobId,
      otherJobId: Type.String({ description: 'Export job.', minLength: 1, maxLength: 200 }),
    }),
    success: json(200, 'The differences.', ExportComparison),
    errors: ['not_found', 'export_not_completed', 'bundle_missing', 'bundle_damaged', 'plan_required'],
  }),
} as const;
