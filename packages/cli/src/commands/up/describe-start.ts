import type { RunningService } from '@docwright/server';
import type { Style } from '../../output/style.ts';
import { formatFields } from '../../output/table.ts';

/** The object that `docwright up --json` prints. */
export interface StartReport {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly projectId: string | null;
  readonly domain: string | null;
  readonly prLink: string | null;
  readonly bundleUrl: string | null;
  /** URL of the live example site. */
  readonly siteUrl: string | null;
  /** Clone URL of its repository; the password is an API key. */
  readonly repository: string | null;
  /** The link to set up the first owner; null once an owner exists. */
  readonly setupUrl: string | null;
}

export function describeStart(
  report: StartReport,
  service: Pick<RunningService, 'dataDir' | 'logFile' | 'warnings'>,
  style: Style,
): string {
  const { baseUrl, apiKey, projectId, domain, prLink, bundleUrl, siteUrl, repository, setupUrl } = report;
  const facts = formatFields([
    ['Dashboard', `${baseUrl}/dashboard/`],
    ['Setup link', setupUrl],
    ['API', baseUrl],
    ['Manual', `${baseUrl}/docs`],
    ['Reference', `${baseUrl}/reference`],
    ['API key', apiKey],
    ['Project', projectId],
    ['Live site', siteUrl],
    ['Repository', repository],
    ['Pull request', prLink],
    ['Bundle', bundleUrl],
    ['Data folder', service.dataDir],
    ['Log', service.logFile],
  ]);
  const lines = ['', style('bold', 'Docwright is running.'), '', facts];
  for (const warning of service.warnings) lines.push('', `${style('yellow', 'Warning:')} ${warning}`);
  if (apiKey === null) lines.push('', 'Create a key: docwright keys create --local --name <name>');
  if (apiKey !== null && projectId !== null && domain !== null) {
    lines.push('', 'Try it yourself:', ...curlLines({ baseUrl, apiKey, projectId, domain }));
  }
  return `${[...lines, '', 'Ctrl-C stops it.'].join('\n')}\n`;
}

interface Target {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly projectId: string;
  readonly domain: string;
}

/** Formats curl commands for an agent job, an export, and the link to its bundle. */
function curlLines({ baseUrl, apiKey, projectId, domain }: Target): string[] {
  const post = (path: string, body?: object) => {
    const data = body === undefined ? '' : ` -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
    return `  curl -X POST ${baseUrl}${path} -H 'Authorization: Bearer ${apiKey}'${data}`;
  };
  return [
    post(`/v2/agent/${projectId}/job`, { prompt: 'fix broken links' }),
    post('/v1/static-export/jobs', { domain }),
    post('/v1/static-export/jobs/<jobId>/bundle'),
  ];
}
