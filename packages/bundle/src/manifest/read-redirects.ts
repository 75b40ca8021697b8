import { parseJson } from '../parse-json.ts';
import type { SiteRedirect } from './redirects.ts';

/**
 * Returns the redirects of a built site, from the builder's `redirects.json`: `{ version, redirects: [{ source,
 * destination, status }] }`. A sandbox's output is a tenant's data, so anything that isn't a redirect is dropped.
 */
export function readRedirects(bytes: Uint8Array | string): SiteRedirect[] {
  return listOf(parse(bytes)).flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { source, destination, status } = entry as Record<string, unknown>;
    if (typeof source !== 'string' || typeof destination !== 'string') return [];
    return [{ source, destination, permanent: status !== 307 }];
  });
}

function parse(bytes: Uint8Array | string): unknown {
  try {
    return parseJson(typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

function listOf(file: unknown): readonly unknown[] {
  if (typeof file !== 'object' || file === null || !('redirects' in file)) return [];
  return Array.isArray(file.redirects) ? file.redirects : [];
}
