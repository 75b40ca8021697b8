import type { SiteSource } from '../site-source.ts';
import { joinPath } from './resolve-ref.ts';

export interface SpecLocator {
  /** Every file that looks like a specification, sorted by path. */
  readonly paths: () => readonly string[];
  /** The file that an author means by `name`: a path from the root, a path from the file `from`, or a bare name. */
  readonly locate: (name: string, from?: string) => string | undefined;
}

export function createSpecLocator(source: SiteSource): SpecLocator {
  let candidates: readonly string[] | undefined;
  const paths = () => (candidates ??= source.paths.filter((path) => looksLikeSpec(path, source)));
  return {
    paths,
    locate: (name, from = '') => {
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

/** Told by the text, without parsing: a site may hold many large JSON files that are something else. */
function looksLikeSpec(path: string, source: SiteSource): boolean {
  if (
    !/\.(?:json|ya?ml)$/i.test(path) ||
    /(?:^|\/)(?:docs|mint|package|package-lock|tsconfig)\.json$|pnpm-lock\.ya?ml$/.test(path)
  )
    return false;
  const bytes = source.read(path);
  if (bytes === undefined) return false;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return path.toLowerCase().endsWith('.json')
    ? /"(?:openapi|swagger|asyncapi)"\s*:\s*"\d/.test(text)
    : /^["']?(?:openapi|swagger|asyncapi)["']?\s*:\s*["']?\d/m.test(text) ||
        /^\s*\{[^]*?"(?:openapi|swagger|asyncapi)"\s*:\s*"\d/.test(text);
}
