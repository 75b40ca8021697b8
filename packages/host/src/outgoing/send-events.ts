import { parseJson } from '@docwright/bundle';
import { createAddressRules, hostAndPort, showUrl } from '@docwright/site-server';
import { HostError } from '../errors.ts';
import type { ForwardSettings } from '../settings/analytics-settings.ts';
import { openLink, parseLink } from './open-link.ts';

/** The service's response to a batch. */
export interface TakenEvents {
  readonly stored: number;
  readonly known: number;
  readonly reasons: readonly { readonly code: string; readonly message: string; readonly count: number }[];
}

/** The service didn't accept a whole batch. */
export class BatchRefused extends Error {
  override readonly name = 'BatchRefused';
  readonly status: number;
  /** The wait requested by the service. */
  readonly waitMs: number;
  constructor(message: string, { status, waitMs }: { readonly status: number; readonly waitMs: number }) {
    super(message);
    this.status = status;
    this.waitMs = waitMs;
  }
}

const IDLE_MS = 30_000;
const WHOLE_MS = 60_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_WAIT_MS = 3_600_000;

/**
 * Resolves once the service confirms that the events are stored.
 * @throws BatchRefused, HostError or SiteError `link-…`, `api-refused`
 */
export async function sendEvents(
  { url: base, key, project }: ForwardSettings,
  {
    events,
    allowedPrivateHosts,
    signal,
    nowMs,
  }: {
    readonly events: readonly object[];
    readonly allowedPrivateHosts: readonly string[];
    readonly signal: AbortSignal;
    readonly nowMs: () => number;
  },
): Promise<TakenEvents> {
  const url = `${base}/v1/analytics/${encodeURIComponent(project)}/events`;
  const answer = await openLink({
    url,
    rules: createAddressRules([hostAndPort(parseLink(url))], allowedPrivateHosts),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json' },
    method: 'POST',
    body: Buffer.from(JSON.stringify({ events })),
    idleTimeoutMs: IDLE_MS,
    signal: AbortSignal.any([signal, AbortSignal.timeout(WHOLE_MS)]),
  });
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer.body) {
    size += part.length;
    if (size > MAX_ANSWER_BYTES) throw new HostError('api-refused', `${showUrl(url)} returned too many bytes`);
    parts.push(part);
  }
  const body = readObject(Buffer.concat(parts).toString());
  if (answer.status !== 200) {
    const why = typeof body.get('error') === 'string' ? `: ${String(body.get('error')).slice(0, 300)}` : '';
    const waitMs = waitOf(answer.retryAfter ?? '', nowMs());
    throw new BatchRefused(`${showUrl(url)} returned status ${answer.status}${why}`, { status: answer.status, waitMs });
  }
  return readTaken(body, url);
}

/**
 * The wait in milliseconds that `Retry-After` requests (RFC 9110, 10.2.3): a number of seconds, or a date compared with
 * the host's clock. At most an hour; 0 for anything else.
 */
export function waitOf(retryAfter: string, nowMs: number): number {
  const value = retryAfter.trim();
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : value.endsWith(' GMT') ? Date.parse(value) - nowMs : 0;
  return Number.isNaN(waitMs) ? 0 : Math.min(MAX_WAIT_MS, Math.max(0, waitMs));
}

/** Reads the confirmation. A response without confirmation is an error: the events are then sent again. */
function readTaken(body: ReadonlyMap<string, unknown>, url: string): TakenEvents {
  const [stored, known, reasons] = [body.get('stored'), body.get('known'), body.get('reasons')];
  if (typeof stored !== 'number' || typeof known !== 'number' || !Array.isArray(reasons))
    throw new HostError('api-refused', `${showUrl(url)} did not report what it stored`);
  return {
    stored,
    known,
    reasons: reasons.map((reason: unknown) => {
      const fields = new Map<string, unknown>(Object.entries(Object(reason)));
      return {
        code: String(fields.get('code')).slice(0, 40),
        message: String(fields.get('message')).slice(0, 300),
        count: Number(fields.get('count')) || 0,
      };
    }),
  };
}

function readObject(text: string): ReadonlyMap<string, unknown> {
  try {
    return new Map<string, unknown>(Object.entries(Object(parseJson(text))));
  } catch {
    return new Map();
  }
}
