/**
 * The operations that a bundle's playgrounds may call (`_docwright/playground.json`): methods, paths and servers of its
 * specifications.
 */
import { parseJson } from '@docwright/bundle';
import { matchPath } from './match-path.ts';

export interface ForwardableOperation {
  /** Lowercase names of headers that are forwarded. */
  readonly headers: ReadonlySet<string>;
}

interface Entry extends ForwardableOperation {
  readonly method: string;
  readonly origin: string;
  /** The server's base path, followed by the operation's own path. */
  readonly template: string;
}

export interface OperationList {
  /** Finds the matching operation of the site; `undefined` if none exists. */
  find(method: string, url: URL): ForwardableOperation | undefined;
}

const methods: ReadonlySet<string> = new Set('GET PUT POST DELETE OPTIONS HEAD PATCH QUERY'.split(' '));

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function toEntries(value: unknown): Entry[] {
  const fields = new Map<string, unknown>(Object.entries(Object(value)));
  const method = fields.get('method');
  const path = fields.get('path');
  if (typeof method !== 'string' || typeof path !== 'string' || !methods.has(method)) return [];
  const headers = new Set(textsOf(fields.get('headers')).map((name) => name.toLowerCase()));
  return textsOf(fields.get('servers')).flatMap((text): Entry[] => {
    if (!URL.canParse(text)) return [];
    const { protocol, origin, pathname } = new URL(text);
    if (protocol !== 'https:' && protocol !== 'http:') return [];
    const template = pathname.replace(/(?<!\/)\/+$/, '') + (path.startsWith('/') ? path : `/${path}`);
    return [{ method, origin, template, headers }];
  });
}

/** Parses the list. Never throws: invalid operations are left out, and aren't forwarded. */
export function parseOperationList(bytes: Uint8Array): OperationList {
  const byCall = new Map<string, Entry[]>();
  for (const entry of readEntries(bytes)) {
    const key = `${entry.method} ${entry.origin}`;
    byCall.set(key, [...(byCall.get(key) ?? []), entry]);
  }
  return {
    find: (method, url) =>
      byCall.get(`${method} ${url.origin}`)?.find(({ template }) => matchPath(template, url.pathname)),
  };
}

function readEntries(bytes: Uint8Array): Entry[] {
  try {
    const { formatVersion, operations }: { formatVersion?: unknown; operations?: unknown } = Object(
      parseJson(new TextDecoder().decode(bytes)),
    );
    return formatVersion === 1 && Array.isArray(operations) ? operations.flatMap(toEntries) : [];
  } catch {
    return [];
  }
}
