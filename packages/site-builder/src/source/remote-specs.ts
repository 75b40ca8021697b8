import { basename } from 'node:path/posix';
import { digestOf } from '../text/digest-of.ts';
import { parseJson } from '../text/parse-json.ts';
import { fieldOf, isObject } from '../text/json-object.ts';
import { decodeText } from '../text/decode-text.ts';

/** A specification that docs.json references by URL, as fetched before the build by a process with network access. */
export type FetchedSpec =
  | { readonly url: string; readonly bytes: Uint8Array; readonly sha256: string }
  /** The reason that it couldn't be fetched, for the site's author. */
  | { readonly url: string; readonly problem: string };

/** The path of the index of fetched specifications: an ordinary file of the site, so that caches detect changes. */
const indexPath = '.docwright/specifications.json';
/** The folder of fetched specifications; its files aren't in the site's repository. */
export const fetchedFolder = '.docwright/specifications/';

/** Whether a configuration may refer to a specification by URL, determined without parsing the configuration. */
export function mayNameRemoteSpecs(config: Uint8Array): boolean {
  const { text } = decodeText(config);
  if (text.includes('"$ref"')) return true;
  return /"(?:openapi|asyncapi)"/.test(text) && text.replace(/"\$schema"\s*:\s*"[^"]*"/, '').includes('"http');
}

interface Files {
  readonly paths: readonly string[];
  read(path: string): Uint8Array | undefined;
  idOf?(path: string): string | undefined;
}

/**
 * Returns a site's files together with the specifications fetched by URL, which hide files of the site at the same
 * paths.
 */
export function withRemoteSpecs(site: Files, specs: readonly FetchedSpec[]): Files & { has(path: string): boolean } {
  const added = new Map<string, Uint8Array>();
  const index: Record<string, { readonly path: string } | { readonly problem: string }> = {};
  for (const spec of specs) {
    if ('problem' in spec) index[spec.url] = { problem: spec.problem };
    else {
      const path = pathOf(spec);
      added.set(path, spec.bytes);
      index[spec.url] = { path };
    }
  }
  added.set(indexPath, new TextEncoder().encode(JSON.stringify(index)));
  const own = new Set(site.paths);
  return {
    paths: [...new Set([...site.paths, ...added.keys()])].sort(),
    has: (path) => added.has(path) || own.has(path),
    read: (path) => added.get(path) ?? site.read(path),
    idOf: (path) => (added.has(path) ? undefined : site.idOf?.(path)),
  };
}

/** Returns the path of a fetched specification, named so that authors recognize it in an issue. */
function pathOf({ url, bytes, sha256 }: Extract<FetchedSpec, { bytes: Uint8Array }>): string {
  const { hostname, pathname } = new URL(url);
  const name = `${hostname}-${basename(pathname).replace(/\.(?:json|ya?ml)$/i, '')}`
    .replace(/[^\w.-]/g, '-')
    .slice(0, 100);
  const isJson = /^\s*[{[]/.test(new TextDecoder().decode(bytes.subarray(0, 200)));
  return `${fetchedFolder}${name}-${digestOf(`${url}\n${sha256}`).slice(0, 12)}.${isJson ? 'json' : 'yaml'}`;
}

export type RemoteSpecs = ReadonlyMap<string, { readonly path: string } | { readonly problem: string }>;

export function readRemoteSpecs(source: Pick<Files, 'read'>): RemoteSpecs {
  const bytes = source.read(indexPath);
  const parsed = bytes === undefined ? undefined : parseJson(decodeText(bytes).text);
  if (parsed?.ok !== true || !isObject(parsed.value)) return new Map();
  return new Map(
    Object.entries(parsed.value).map(([url, value]) => {
      const path = fieldOf(value, 'path');
      return [url, typeof path === 'string' ? { path } : { problem: String(fieldOf(value, 'problem')) }] as const;
    }),
  );
}
