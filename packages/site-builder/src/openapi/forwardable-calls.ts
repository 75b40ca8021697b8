/**
 * The calls that a site's playground may make through a deployment's proxy, as a file of the bundle. The deployment
 * forwards no other calls.
 */
import type { PlaygroundData } from './client/playground-data.ts';
import type { OutputFile } from '../source/output-file.ts';

/** Bundle path of the list. The proxy has the same path without `.json`. */
export const FORWARDABLE_CALLS_PATH = '_docwright/playground.json';
export const PROXY_PATH = '_docwright/playground';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly servers: Set<string>;
  /** Lowercase names of the headers that the operation and its authentication have. */
  readonly headers: Set<string>;
}

/** Whether a server's address is absolute, so that it doesn't depend on the documentation's address. */
function isAbsolute(url: string): boolean {
  return /^https?:\/\/[^{}]+$/i.test(url) && URL.canParse(url);
}

export function canBeForwarded(call: {
  readonly path: string;
  readonly servers: readonly { readonly url: string }[];
}): boolean {
  const { path, servers } = call;
  return !/[?#]/.test(path) && servers.some(({ url }) => isAbsolute(url));
}

export class ForwardableCalls {
  readonly #calls = new Map<string, Call>();

  add(data: PlaygroundData): void {
    if (data.proxy === '') return;
    const key = callKey(data);
    const call = this.#calls.get(key) ?? {
      method: data.method,
      path: data.path,
      servers: new Set(),
      headers: new Set(),
    };
    this.#calls.set(key, call);
    for (const { url } of data.servers) if (isAbsolute(url)) call.servers.add(url);
    for (const { place, name } of data.fields) {
      if (place === 'header') call.headers.add(name.toLowerCase());
      if (place === 'cookie') call.headers.add('cookie');
    }
    for (const { kind, name } of data.auth.flat()) {
      if (kind === 'cookie') call.headers.add('cookie');
      else if (kind !== 'query') call.headers.add(name.toLowerCase());
    }
  }

  /** Returns the list as a file, or no file for a site without such calls. */
  files(): readonly OutputFile[] {
    if (this.#calls.size === 0) return [];
    const list = this.lines().join(',\n');
    return [{ path: FORWARDABLE_CALLS_PATH, bytes: writeCallList(list) }];
  }

  /** A line for each operation, in order. */
  lines(): readonly string[] {
    return [...this.#calls]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { method, path, servers, headers }]) => {
        const operation = { method, path, servers: [...servers].toSorted(), headers: [...headers].toSorted() };
        return `    ${JSON.stringify(operation)}`;
      });
  }
}

export function writeCallList(lines: string): string {
  return `{\n  "formatVersion": 1,\n  "operations": [\n${lines}\n  ]\n}\n`;
}

/** Returns the key of a call. Calls with the same key are merged. */
export function callKey({ method, path }: Pick<PlaygroundData, 'method' | 'path'>): string {
  return `${method} ${path}`;
}
