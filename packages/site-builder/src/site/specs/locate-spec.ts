import type { SiteSource } from '../../source/site-source.ts';
import { readRemoteSpecs, type RemoteSpecs } from '../../source/remote-specs.ts';
import { joinPath } from './resolve-ref.ts';

export interface SpecLocator {
  /** Lists every file that looks like a specification, sorted by path. */
  readonly paths: () => readonly string[];
  /** Returns the kind that one of these files declares, without parsing it. */
  readonly kindOf: (path: string) => 'openapi' | 'asyncapi';
  /** Finds the file that `name` refers to: a path from the root, a path from the file `from`, or a bare name. */
  readonly locate: (name: string, from?: string) => string | undefined;
  /**
   * Returns the reason that a specification by URL couldn't be fetched for this build, or `undefined` if it wasn't
   * requested.
   */
  readonly problemOf: (url: string) => string | undefined;
}

export function createSpecLocator(source: SiteSource): SpecLocator {
  let kinds: ReadonlyMap<string, SpecKind> | undefined;
  let candidates: readonly string[] | undefined;
  let remote: RemoteSpecs | undefined;
  const known = () => (kinds ??= readKinds(source));
  const paths = () => (candidates ??= [...known().keys()]);
  return {
    paths,
    kindOf: (path) => known().get(path) ?? 'openapi',
    problemOf: (name) => {
      const found = (remote ??= readRemoteSpecs(source)).get(name.trim());
      return found !== undefined && 'problem' in found ? found.problem : undefined;
    },
    locate: (name, from = '') => {
      if (/^https?:/i.test(name)) {
        const found = (remote ??= readRemoteSpecs(source)).get(name.trim());
        return found !== undefined && 'path' in found ? found.path : undefined;
      }
      const clean = name.trim().replace(/^(?:\.?\/)+/, '');
      if (source.has(clean)) return clean;
      const relative = joinPath(from, name.trim());
      if (relative !== undefined && source.has(relative)) return relative;
      const endings = [clean, `${clean}.json`, `${clean}.yaml`, `${clean}.yml`].map((ending) => ending.toLowerCase());
      return paths().find((path) => {
        const lower = path.toLowerCase();
        return endings.some((ending) => lower === ending || lower.endsWith(`/${ending}`));
      });
    },
  };
}

type SpecKind = 'openapi' | 'asyncapi';

function readKinds(source: SiteSource): Map<string, SpecKind> {
  const kinds = new Map<string, SpecKind>();
  for (const path of source.paths) {
    const kind = specKind(path, source);
    if (kind !== undefined) kinds.set(path, kind);
  }
  return kinds;
}

/**
 * Returns the kind that a file declares. Only searches the text, because a site can contain many other large JSON
 * files.
 */
function specKind(path: string, source: SiteSource): SpecKind | undefined {
  if (
    !/\.(?:json|ya?ml)$/i.test(path) ||
    /(?:^|\/)(?:docs|mint|package|package-lock|tsconfig)\.json$|pnpm-lock\.ya?ml$/.test(path)
  )
    return undefined;
  const bytes = source.read(path);
  if (bytes === undefined) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const found = path.toLowerCase().endsWith('.json')
    ? /"(openapi|swagger|asyncapi)"\s*:\s*"\d/.exec(text)
    : (/^["']?(openapi|swagger|asyncapi)["']?\s*:\s*["']?\d/m.exec(text) ??
      /^\s*\{[^]*?"(openapi|swagger|asyncapi)"\s*:\s*"\d/.exec(text));
  if (found === null) return undefined;
  return found[1] === 'asyncapi' ? 'asyncapi' : 'openapi';
}
