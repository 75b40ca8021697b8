import { parse } from 'yaml';
import { ToolError } from '../errors.ts';
import { isTooDeep } from '../json/is-too-deep.ts';

export type SpecObject = Readonly<Record<string, unknown>>;

/** A description of an HTTP API in OpenAPI 3 or Swagger 2, without conversion. */
export interface Spec {
  readonly root: SpecObject;
  /** `3.1.0`, `2.0` */
  readonly version: string;
}

export interface SpecOperation {
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  readonly summary?: string;
  readonly deprecated?: true;
}

/** Limits the time for parsing YAML, which is slow. */
const maxYamlLength = 1_000_000;
const maxAliases = 100;
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** @throws ToolError invalid_json */
export function readSpec(text: string, file: string): Spec {
  const root = asObject(parseText(text, file));
  const version = root?.['openapi'] ?? root?.['swagger'];
  if (root === undefined || (typeof version !== 'string' && typeof version !== 'number'))
    throw new ToolError('invalid_json', `"${file}" is not an OpenAPI or Swagger description`);
  return { root, version: String(version) };
}

function parseText(text: string, file: string): unknown {
  try {
    if (text.trimStart().startsWith('{')) {
      if (isTooDeep(text)) throw new Error('it is nested too deeply');
      return JSON.parse(text);
    }
    if (text.length > maxYamlLength) throw new Error(`YAML of more than ${maxYamlLength} characters is not read`);
    return parse(text, { maxAliasCount: maxAliases, logLevel: 'error' });
  } catch (error) {
    const cause = error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown cause';
    throw new ToolError('invalid_json', `"${file}" can't be read as JSON or YAML: ${cause.slice(0, 200)}`);
  }
}

export function asObject(value: unknown): SpecObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as SpecObject) : undefined;
}

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export function listOperations({ root }: Spec): SpecOperation[] {
  return Object.entries(asObject(root['paths']) ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method): SpecOperation[] => {
      const operation = asObject(asObject(item)?.[method]);
      if (operation === undefined) return [];
      const { operationId, summary, deprecated } = operation;
      return [
        {
          method: method.toUpperCase(),
          path,
          ...(typeof operationId === 'string' && { operationId }),
          ...(typeof summary === 'string' && { summary }),
          ...(deprecated === true && { deprecated }),
        },
      ];
    }),
  );
}

/** A key that is the same for operations that differ only in the names of path parameters: `GET /pages/{}`. */
export const operationKey = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replaceAll(/\{[^{}]{0,100}\}/g, '{}').replace(/(?<=.)\/$/, '')}`;
