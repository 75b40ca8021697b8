import { createHash } from 'node:crypto';
import type { FetchedSpec } from '@docwright/site-builder';
import { HttpClientError, type HttpClient, type HttpResponse } from '../../../platform/http-client/index.ts';
import type { UnresponsiveHosts } from './unresponsive-hosts.ts';

/** Allowed hosts: names, `*.example.com`, `*` for every public host. If empty, no specification is fetched. */
export type SpecHosts = readonly string[];

export interface SpecFetcher {
  readonly http: Pick<HttpClient, 'request'>;
  readonly hosts: SpecHosts;
  readonly silent: UnresponsiveHosts;
  readonly times?: SpecTimes;
}

export interface SpecTimes {
  /** Time limit for one specification. */
  readonly oneMs: number;
  /** Time limit for all of a site's specifications together, so that 50 slow hosts take no longer than two. */
  readonly allMs: number;
}

export interface SpecRequest {
  /** The organization whose site references the specifications. */
  readonly organizationId: string;
  readonly urls: readonly string[];
}

export type FetchSpecs = (request: SpecRequest, signal: AbortSignal) => Promise<readonly FetchedSpec[]>;

const maxSpecs = 50;
/** Maximum size of a specification. The builder doesn't read larger files. */
const maxBytes = 20 * 1024 ** 2;
const maxTotalBytes = 64 * 1024 ** 2;
const defaultTimes: SpecTimes = { oneMs: 20_000, allMs: 30_000 };
const atOnce = 5;
const maxRedirects = 5;

/**
 * Creates a function that fetches the specifications a site's configuration references by URL, outside the sandbox that
 * builds the site: over https, from allowed hosts, never from a private network, even after redirects. The bytes are
 * not interpreted here. A specification that can't be fetched is returned as a problem.
 *
 * @throws the signal's reason
 */
export function createSpecFetcher(fetcher: SpecFetcher): FetchSpecs {
  return async ({ organizationId, urls }, signal) => {
    const timeUp = AbortSignal.timeout((fetcher.times ?? defaultTimes).allMs);
    const distinct = [...new Set(urls)];
    const fetched: FetchedSpec[] = [];
    const total = { bytes: 0 };
    const next = distinct.entries();
    const fetchNext = async (): Promise<void> => {
      for (const [index, url] of next) {
        const isTooMany = index >= maxSpecs;
        const spec: FetchedSpec = isTooMany
          ? { url, problem: `a site may reference at most ${maxSpecs} specifications by URL.` }
          : await fetchSpec(fetcher, { organizationId, url, signal, timeUp });
        total.bytes += 'bytes' in spec ? spec.bytes.byteLength : 0;
        const isTooMuch = total.bytes > maxTotalBytes;
        fetched[index] = isTooMuch
          ? { url, problem: 'all specifications of a site together can be at most 64 MiB.' }
          : spec;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, fetchNext));
    return fetched;
  };
}

interface OneSpec {
  readonly organizationId: string;
  readonly url: string;
  readonly signal: AbortSignal;
  /** Aborts when the site's time limit for all specifications expires. */
  readonly timeUp: AbortSignal;
}

async function fetchSpec(
  { http, hosts, silent, times = defaultTimes }: SpecFetcher,
  { organizationId, url, signal, timeUp }: OneSpec,
): Promise<FetchedSpec> {
  const tooSlow = `all specifications of a site together may take at most ${times.allMs / 1000} s.`;
  if (timeUp.aborted) return { url, problem: tooSlow };
  const timeoutMs = times.oneMs;
  const limit = AbortSignal.any([signal, timeUp, AbortSignal.timeout(timeoutMs)]);
  let at = url;
  try {
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const refused = findRefusal(at, hosts) ?? findRest(silent.restSeconds(organizationId, at));
      if (refused !== undefined) return { url, problem: refused };
      // Each redirect is checked here, because it may point to a host that is not allowed.
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
    return { url, problem: `it has more than ${maxRedirects} redirects.` };
  } catch (error) {
    if (signal.aborted || !(error instanceof HttpClientError)) throw error;
    const isLate = limit.aborted || error.code === 'timed-out';
    if (isLate || error.code === 'connection-failed') silent.add(organizationId, at);
    if (!isLate) return { url, problem: error.message };
    return { url, problem: timeUp.aborted ? tooSlow : `it did not arrive within ${timeoutMs / 1000} s.` };
  }
}

const findRest = (seconds: number): string | undefined =>
  seconds === 0 ? undefined : `its host did not respond before and is retried in ${seconds} s.`;

async function readAnswer(url: string, answer: HttpResponse): Promise<FetchedSpec> {
  if (answer.status !== 200) {
    await answer.discard();
    return { url, problem: `the host returned status ${answer.status}.` };
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
  if (hostname === undefined) return 'it is not a URL.';
  if (hosts.some((host) => isHost(hostname, host))) return undefined;
  return hosts.length === 0
    ? 'fetching specifications is turned off; set DOCWRIGHT_SPEC_HOSTS to allow hosts.'
    : `the host ${hostname} is not allowed for specifications; allow it in DOCWRIGHT_SPEC_HOSTS.`;
}

const isHost = (hostname: string, allowed: string): boolean =>
  allowed === '*' || hostname === allowed || (allowed.startsWith('*.') && hostname.endsWith(allowed.slice(1)));
