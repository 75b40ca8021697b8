/** Requests a link to a domain's newest export from the administrative API. */
import { parseJson } from '@docwright/bundle';
import { createAddressRules, hostAndPort, showUrl } from '@docwright/site-server';
import { HostError } from '../errors.ts';
import { openLink, parseLink } from './open-link.ts';

export interface LatestExportRequest {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly domain: string;
  readonly allowedPrivateHosts: readonly string[];
  readonly idleTimeoutMs: number;
  readonly signal: AbortSignal;
}

export interface LatestExport {
  readonly jobId: string;
  /** Fetches a fresh link. */
  readonly openBundleUrl: () => Promise<string>;
}

const MAX_ANSWER_BYTES = 1024 * 1024;

async function callApi(
  request: LatestExportRequest,
  method: 'GET' | 'POST',
  path: string,
): Promise<Map<string, unknown>> {
  const url = `${request.apiUrl}${path}`;
  const rules = createAddressRules([hostAndPort(parseLink(url))], request.allowedPrivateHosts);
  const { idleTimeoutMs, signal } = request;
  const headers = { authorization: `Bearer ${request.apiKey}`, accept: 'application/json' };
  const answer = await openLink({ url, rules, headers, method, idleTimeoutMs, signal });
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES)
      throw new HostError('api-refused', `${showUrl(url)} returned more than ${MAX_ANSWER_BYTES} bytes`);
    parts.push(chunk);
  }
  if (answer.status !== 200) {
    throw new HostError('api-refused', `${showUrl(url)} returned status ${answer.status}`, {
      retryable: answer.status >= 500 || answer.status === 429,
    });
  }
  try {
    return new Map<string, unknown>(Object.entries(Object(parseJson(Buffer.concat(parts).toString()))));
  } catch (error) {
    throw new HostError('api-refused', `${showUrl(url)} did not return JSON`, { cause: error });
  }
}

/**
 * Returns the export, or `undefined` if the domain has no completed export yet.
 * @throws HostError `api-refused` or `link-…`
 */
export async function findLatestExport(request: LatestExportRequest): Promise<LatestExport | undefined> {
  const query = new URLSearchParams({ domain: request.domain, status: 'completed', limit: '1' });
  const list = await callApi(request, 'GET', `/v1/static-export/jobs?${query.toString()}`);
  const jobs = list.get('jobs');
  const first: unknown = Array.isArray(jobs) ? jobs[0] : undefined;
  const jobId = new Map<string, unknown>(Object.entries(Object(first))).get('jobId');
  if (typeof jobId !== 'string') return undefined;
  const openBundleUrl = async (): Promise<string> => {
    const bundle = await callApi(request, 'POST', `/v1/static-export/jobs/${encodeURIComponent(jobId)}/bundle`);
    const bundleUrl = bundle.get('bundleUrl');
    if (typeof bundleUrl !== 'string')
      throw new HostError('api-refused', `the API returned no link for export ${jobId}`);
    return bundleUrl;
  };
  return { jobId, openBundleUrl };
}
