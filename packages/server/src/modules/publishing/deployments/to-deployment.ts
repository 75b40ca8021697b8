import type { Deployment, ExportIssue } from '@docwright/contract';
import { toSiteUrl, type SitesAddress } from './site-address.ts';
import type { ShownDeployment } from './store.ts';

/**
 * Converts a deployment to the format that clients receive.
 * @param issues the issues of the deployment's bundle, if requested
 */
export function toDeployment(
  sites: SitesAddress,
  row: ShownDeployment,
  issues: readonly ExportIssue[] = [],
): Deployment {
  const { files_changed: changed, durations } = row;
  const ms = (value: number | undefined): number | null => value ?? null;
  return {
    _id: row.id,
    deploymentId: row.id,
    projectId: row.project_id,
    environment: row.kind,
    branch: row.branch,
    status: row.status,
    active: row.active,
    summary: row.summary,
    errorCode: row.error_code,
    logs: row.log,
    url: `${toSiteUrl(sites, row.label ?? row.slug)}${row.base_path ?? ''}`,
    subdomain: row.label ?? row.slug,
    screenshot: null,
    screenshotLight: null,
    screenshotDark: null,
    author: row.author === null ? null : { name: row.author },
    commit:
      row.commit === null
        ? null
        : {
            sha: row.commit,
            ref: row.branch,
            message: row.commit_message ?? '',
            filesChanged: {
              added: [...(changed?.added ?? [])],
              modified: [...(changed?.modified ?? [])],
              removed: [...(changed?.removed ?? [])],
            },
          },
    source: row.source,
    pageCount: row.page_count,
    issueCount: row.issue_count,
    issues: [...issues],
    durations: {
      waiting: ms(durations.waiting),
      fetching: ms(durations.fetching),
      building: ms(durations.building),
      activating: ms(durations.activating),
    },
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    activatedAt: row.activated_at?.toISOString() ?? null,
  };
}
