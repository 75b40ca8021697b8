import { Type } from 'typebox';
import { quoteCode } from '../code/code-library.ts';
import { ToolError } from '../errors.ts';
import { findDocumented } from './find-documented-operations.ts';
import { requireCode } from './code-input.ts';
import { requireFile } from './locate-file.ts';
import { listOperations, operationKey, readSpec, type Spec } from '../specs/read-spec.ts';
import { resolveOperation } from '../specs/resolve-operation.ts';
import type { JsonValue } from '../ports.ts';
import { defineTool, oneOf, type ToolContext } from './tool.ts';

const maxOperations = 300;

export const openapiTool = defineTool({
  name: 'openapi',
  description:
    'Reads an OpenAPI or Swagger description in the docs folder or, with `repository`, in a context repository. op "list": its operations, at most 300 per call; continue with `from`. "operation": one operation with its references resolved, named as "GET /path" or by its operation ID. "coverage": operations that no page documents, and documented operations that the description lacks.',
  input: Type.Object({
    op: oneOf(['list', 'operation', 'coverage']),
    path: Type.String({ maxLength: 500 }),
    repository: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
    operation: Type.Optional(Type.String({ maxLength: 600 })),
    from: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
  }),
  async run({ op, path, repository, operation, from = 0 }, context) {
    const spec = readSpec(await readSpecText(context, { path, repository }), path);
    if (op === 'operation') return describeOperation(spec, operation ?? '');
    const all = listOperations(spec);
    if (op === 'coverage') return describeCoverage(context, spec);
    const next = from + maxOperations;
    return {
      version: spec.version,
      total: all.length,
      operations: all.slice(from, next).map((one) => ({ ...one })),
      ...(next < all.length ? { next } : {}),
    };
  },
});

/** @throws ToolError */
export async function readSpecText(
  context: ToolContext,
  file: { readonly path: string; readonly repository?: string | undefined; readonly commit?: string },
): Promise<string> {
  if (file.repository === undefined)
    return context.workspace.requireText(await requireFile(context.workspace, file.path));
  const { code, repository } = requireCode(context, file.repository);
  return quoteCode(await code.requireText(repository, file, context.signal)).text;
}

function describeOperation(spec: Spec, wanted: string): JsonValue {
  const [method = '', path = ''] = wanted.trim().split(/\s+/, 2);
  const found = listOperations(spec).find(
    (one) => one.operationId === wanted.trim() || operationKey(one.method, one.path) === operationKey(method, path),
  );
  if (found === undefined)
    throw new ToolError('not_found', `the description has no operation ${JSON.stringify(wanted.slice(0, 200))}`);
  const operation = resolveOperation(spec, found.method, found.path) ?? {};
  return { method: found.method, path: found.path, operation: operation as JsonValue };
}

async function describeCoverage(context: ToolContext, spec: Spec): Promise<JsonValue> {
  const documented = await findDocumented(context);
  const keys = new Set(documented.map(({ method, path }) => operationKey(method, path)));
  const operations = listOperations(spec);
  const known = new Set(operations.map(({ method, path }) => operationKey(method, path)));
  const without = operations.filter(({ method, path }) => !keys.has(operationKey(method, path)));
  const stale = documented.filter(({ method, path }) => !known.has(operationKey(method, path)));
  return {
    operations: operations.length,
    documented: operations.length - without.length,
    operationsWithoutPage: without.slice(0, maxOperations).map(({ method, path }) => `${method} ${path}`),
    pagesWithoutOperation: stale
      .slice(0, maxOperations)
      .map(({ method, path, source }) => ({ operation: `${method.toUpperCase()} ${path}`, source })),
  };
}
