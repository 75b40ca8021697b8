import { createHash } from 'node:crypto';
import type { FetchedSpec } from '@docwright/site-builder';
import { HttpClientError, type HttpClient, type HttpResponse } from '../../platform/http-client/index.ts';

/** Hosts that may be asked: names, `*.example.com`, `*` for every public one. None: no specification is fetched. */
export type SpecHosts = readonly string[];

export interface SpecFetcher {
  readonly http: Pick<HttpClient, 'request'>;
  readonly hosts: SpecHosts;
}

export type FetchSpecs = (urls: readonly string[], signal: AbortSignal) => Promise<readonly FetchedSpec[]>;

const maxSpecs = 50;
/** The builder reads no larger file. */
const maxBytes = 20 * 1024 ** 2;
const maxTotalBytes = 64 * 1024 ** 2;
const timeoutMs = 20_000;
const maxRedirects = 5;

/**
 * What a site's configuration names by URL, asked outside of the sandbox that builds it: https alone, allowed hosts alone, no
 * private network, redirects included, as bytes that nobody out here reads. What can't be had is a problem and ends nothing.
 */
export function createSpecFetcher(fetcher: SpecFetcher): FetchSpecs {
  return async (urls, signal) => {
    const fetched: FetchedSpec[] = [];
    let total = 0;
    for (const [index, url] of [...new Set(urls)].entries()) {
      const spec: FetchedSpec =
        index < maxSpecs
          ? await fetchSpec(fetcher, url, signal)
          : { url, problem: `a site may name ${String(maxSpecs)} specifications by URL.` };
      total += 'bytes' in spec ? spec.bytes.byteLength : 0;
      const isTooMuch = total > maxTotalBytes;
      fetched.push(isTooMuch ? { url, problem: 'all specifications of a site together may have 64 MiB.' } : spec);
    }
    return fetched;
  };
}

async function fetchSpec({ http, hosts }: SpecFetcher, url: string, signal: AbortSignal): Promise<FetchedSpec> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    let at = url;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const refused = findRefusal(at, hosts);
      if (refused !== undefined) return { url, problem: refused };
      // Each redirect is looked at here: it may lead to a host that may not be asked.
      const answer = await http.request({
        method: 'GET',
        url: at,
        maxRedirects: 0,
        maxBytes,
        timeoutMs,
        signal: limit,
      });
      const next = nextAddress(answer, at);
      if (next === undefined) return await readAnswer(url, answer);
      await answer.discard();
      at = next;
    }
    return { url, problem: `it leads through more than ${String(maxRedirects)} redirects.` };
  } catch (error) {
    if (signal.aborted || !(error instanceof HttpClientError)) throw error;
    const isLate = error.code === 'cancelled' || error.code === 'timed-out';
    return { url, problem: isLate ? `it was not there within ${String(timeoutMs / 1000)} s.` : error.message };
  }
}

async function readAnswer(url: string, answer: HttpResponse): Promise<FetchedSpec> {
  if (answer.status !== 200) {
    await answer.discard();
    return { url, problem: `the host answers ${String(answer.status)}.` };
  }
  const bytes = await answer.bytes();
  return { url, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function nextAddress({ status, headers }: HttpResponse, at: string): string | undefined {
  const location = headers['location'];
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined;
  return URL.parse(location, at)?.href;
}

function findRefusal(url: string, hosts: SpecHosts): string | undefined {
  const hostname = URL.parse(url)?.hostname.toLowerCase();
  if (hostname === undefined) return 'it is no URL.';
  if (hosts.some((host) => isHost(hostname, host))) return undefined;
  return hosts.length === 0
    ? 'no host is asked for specifications here; DOCWRIGHT_SPEC_HOSTS names hosts that are.'
    : `the host ${hostname} is not asked for specifications; DOCWRIGHT_SPEC_HOSTS names those that are.`;
}

const isHost = (hostname: string, allowed: string): boolean =>
  allowed === '*' || hostname === allowed || (allowed.startsWith('*.') && hostname.endsWith(allowed.slice(1)));
