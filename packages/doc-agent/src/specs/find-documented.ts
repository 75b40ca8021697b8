import { splitFrontmatter } from '../frontmatter/split-frontmatter.ts';
import { asList, asObject } from './read-spec.ts';

/** An operation that the site documents, and the file that documents it. */
export interface DocumentedOperation {
  readonly method: string;
  readonly path: string;
  /** A page, or a description from which pages are generated. */
  readonly source: string;
}

const reference = /^(?:(\S{1,300})\s{1,9})?(get|put|post|delete|options|head|patch|trace)\s{1,9}(\/\S{0,500})$/i;

/** Finds the operation of a page: `openapi: "GET /pages"` or `openapi: "spec.yaml GET /pages"` in its frontmatter. */
export function findOperationOfPage(page: string, text: string): DocumentedOperation | undefined {
  const written = /^(?:openapi|api):[ \t]*(\S.{0,900})$/m.exec(splitFrontmatter(text).yaml)?.[1]?.trim() ?? '';
  const [, , method, path] = reference.exec(written.replace(/^(["'])(.*)\1$/, '$2')) ?? [];
  return method === undefined || path === undefined ? undefined : { method, path, source: page };
}

/** Returns the operations in the navigation, and the docs folder's API descriptions that the configuration names. */
export function readNavigationSpecs(config: unknown, file: string) {
  const operations: DocumentedOperation[] = [];
  const specs = new Set<string>();
  const addSpec = (value: unknown): void => {
    const source = typeof value === 'string' ? value : asObject(value)?.['source'];
    if (typeof source === 'string' && !/^[a-z][a-z0-9+.-]*:/i.test(source)) specs.add(source.replace(/^\.?\//, ''));
  };
  const visit = (value: unknown, depth: number): void => {
    if (depth > 30) return;
    if (typeof value === 'string') {
      const [, , method, path] = reference.exec(value) ?? [];
      if (method !== undefined && path !== undefined) operations.push({ method, path, source: file });
      return;
    }
    for (const one of asList(value)) visit(one, depth + 1);
    for (const [key, one] of Object.entries(asObject(value) ?? {})) {
      if (key === 'openapi') for (const spec of Array.isArray(one) ? one : [one]) addSpec(spec);
      else visit(one, depth + 1);
    }
  };
  visit(asObject(config)?.['navigation'], 0);
  for (const spec of [asObject(asObject(config)?.['api'])?.['openapi']].flat()) addSpec(spec);
  return { operations, specs: [...specs] };
}
