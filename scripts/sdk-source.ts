import { errorsOf, operations, toOpenApi, type Operation, type OperationId } from '@docwright/contract';
import { printComment, printFields, printType, typeNameOf, type Schema } from './print-type.ts';

/** What a method of the client returns: parsed JSON, text, nothing, or server-sent events. */
type Answer = 'json' | 'text' | 'nothing' | 'events';

const head =
  '// Made by scripts/generate-sdk.ts from the operations of the contract. Change those, and make it again.\n';

interface OpenApi {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, PathOperation>>>>;
}
interface PathOperation {
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

/** The generated files of the SDK: name → text. */
export function generateSdk(): Readonly<Record<string, string>> {
  const api = toOpenApi('') as unknown as OpenApi;
  return { 'types.generated.ts': printTypes(api), 'operations.generated.ts': printOperations(api) };
}

function printTypes({ components }: OpenApi): string {
  const bodies = new Set(Object.values(operations).map(({ body }) => body && '$id' in body && body.$id));
  const parts = Object.entries(components.schemas)
    .filter(([name]) => !bodies.has(name))
    .map(([name, schema]) => `export interface ${typeNameOf(name)} {\n${printFields(schema, 'output', '  ')}}\n`);
  return `${head}\n${parts.join('\n')}\nexport type ErrorCode = ErrorBody['code'];\n`;
}

function printOperations(api: OpenApi): string {
  const used = new Set<string>();
  const inputs: string[] = [];
  const methods: string[] = [];
  const rows: string[] = [];
  for (const [id, operation] of Object.entries(operations) as [OperationId, Operation][]) {
    const found = api.paths[operation.path]?.[operation.method.toLowerCase()];
    if (found === undefined) throw new Error(`${id} is not in the OpenAPI description`);
    const input = inputOf(id, { operation, found, api });
    const name = `${id[0]?.toUpperCase()}${id.slice(1)}Input`;
    if (input !== undefined) inputs.push(`export interface ${name} {\n${printFields(input, 'input', '  ')}}\n`);
    methods.push(printMethod(id, operation, { found, input, name }));
    rows.push(printRow(id, operation, found));
    const type = resultType(operation, found);
    const [, named] = /^([A-Z]\w+)(?:\[\])?$/.exec(type) ?? [];
    if (named !== undefined) used.add(named);
  }
  const types = [...used].sort((a, b) => (a < b ? -1 : 1));
  return [
    head,
    "import type { OperationRow, RequestOptions } from './operation-row.ts';\n",
    "import type { ServerSentEvent } from './read-event-stream.ts';\n",
    `import type {\n${types.map((type) => `  ${type},\n`).join('')}} from './types.generated.ts';\n\n`,
    inputs.join('\n'),
    `\n/** One method for each operation of the API. */\nexport interface OperationMethods {\n${methods.join('\n')}}\n`,
    `\nexport const operationTable: Readonly<Record<keyof OperationMethods, OperationRow>> = {\n${rows.join('')}};\n`,
  ].join('');
}

/**
 * Selects the response of operations that answer with JSON or a stream. A method returns JSON, and requests nothing
 * else.
 */
const streamChoice = 'responseType';

/** Path, query and body fields together, as one object. Returns `undefined` if the operation has no input. */
function inputOf(
  id: string,
  { operation, found, api }: { operation: Operation; found: PathOperation; api: OpenApi },
): Schema | undefined {
  const parameters = found.parameters.filter((parameter) => parameter.in !== 'header');
  const body = bodySchema(found, api);
  const fields = [
    ...parameters.map(({ name, schema }) => [name, schema] as const),
    ...Object.entries(body?.properties ?? {}).filter(
      ([name]) => answerOf(operation) !== 'json' || name !== streamChoice,
    ),
  ];
  const names = new Set(fields.map(([name]) => name));
  if (names.size < fields.length) throw new Error(`${id}: a field of the body has the name of a parameter`);
  if (names.size === 0) return undefined;
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return { type: 'object', properties: Object.fromEntries(fields), required: [...required, ...(body?.required ?? [])] };
}

function bodySchema(found: PathOperation, api: OpenApi): Schema | undefined {
  const schema = found.requestBody?.content['application/json'].schema;
  if (schema?.$ref === undefined) return schema;
  return api.components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
}

function printMethod(
  id: string,
  operation: Operation,
  { found, input, name }: { found: PathOperation; input: Schema | undefined; name: string },
): string {
  const isOptional = input !== undefined && (input.required ?? []).length === 0;
  const parameters = input === undefined ? '' : `input${isOptional ? '?' : ''}: ${name}, `;
  const codes = errorsOf(operation).filter((code) => operation.errors.includes(code));
  const errors = codes.length === 0 ? '' : ` Its own errors: ${codes.map((code) => `\`${code}\``).join(', ')}.`;
  const comment = printComment(`${operation.summary}. ${operation.description}${errors}`, '  ');
  const type = resultType(operation, found);
  const result = answerOf(operation) === 'events' ? type : `Promise<${type}>`;
  return `${comment}  ${id}(${parameters}options?: RequestOptions): ${result};\n`;
}

function resultType(operation: Operation, found: PathOperation): string {
  const schema = found.responses[operation.success.status]?.content?.['application/json']?.schema;
  switch (answerOf(operation)) {
    case 'json':
      return printType(schema ?? {}, 'output');
    case 'text':
      return 'string';
    case 'nothing':
      return 'void';
    case 'events':
      return 'AsyncIterable<ServerSentEvent>';
  }
}

function answerOf({ success }: Operation): Answer {
  const types = Object.keys(success.content);
  if (types.length === 0) return 'nothing';
  if (types.includes('application/json')) return 'json';
  return types.includes('text/event-stream') ? 'events' : 'text';
}

function printRow(id: string, operation: Operation, found: PathOperation): string {
  const query = found.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => `'${name}'`);
  const fields = [
    `method: '${operation.method}'`,
    `path: '${operation.path}'`,
    `query: [${query.join(', ')}]`,
    `hasBody: ${operation.body !== null}`,
    `idempotent: ${operation.idempotent}`,
    `needsKey: ${operation.scope !== null}`,
    `answer: '${answerOf(operation)}'`,
  ];
  return `  ${id}: { ${fields.join(', ')} },\n`;
}
