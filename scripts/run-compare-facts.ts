/**
 * Compares our tests' assumptions about a code host's API with the description that the host publishes: `node
 * scripts/run-compare-facts.ts gitlab openapi_v2.yaml /api/v4`. The first argument is `gitlab` or `bitbucket` (manually
 * written facts) or a pruned description; the second is a Swagger 2 or OpenAPI 3 file, as JSON or YAML; the third is
 * the prefix of its paths. Exit code 1: one of our operations, parameters or fields is missing from the host's
 * description.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { bitbucketFacts } from '../packages/server/src/platform/code-host/testing/facts/bitbucket.ts';
import { gitlabFacts } from '../packages/server/src/platform/code-host/testing/facts/gitlab.ts';

const maxDepth = 6;

type Json = Readonly<Record<string, unknown>>;
type Fields = ReadonlyMap<string, string>;

const facts: Readonly<Record<string, unknown>> = { gitlab: gitlabFacts, bitbucket: bitbucketFacts };
const [ours = '', theirs = '', prefix = ''] = process.argv.slice(2);
const own = (facts[ours] ?? read(ours)) as Json;
const published = read(theirs);
const missing: string[] = [];
const others: string[] = [];

for (const [path, operations] of Object.entries(own['paths'] as Record<string, Json>)) {
  for (const [method, operation] of Object.entries(operations)) {
    if (method === 'parameters') continue;
    const known = findOperation(prefix + path, method);
    if (known === undefined) missing.push(`${method} ${path}`);
    else compareOperations(`${method} ${path}`, operation as Json, known);
  }
}
for (const line of others) console.log(`other type: ${line}`);
for (const line of missing) console.log(`not described: ${line}`);
console.log(`${missing.length} not described, ${others.length} of another type`);
process.exitCode = missing.length === 0 ? 0 : 1;

function read(file: string): Json {
  // Gitea's description is a Go template.
  return parse(readFileSync(file, 'utf8').replaceAll(/\{\{[^}]*\}\}/g, ''), { maxAliasCount: -1 }) as Json;
}

/** Finds an operation; names of path parameters differ between versions of a description. */
function findOperation(path: string, method: string): Json | undefined {
  const shape = (text: string): string => text.replaceAll(/\{\w+\}/g, '{}');
  const entries = Object.entries(published['paths'] as Record<string, Json>);
  const found = entries.find(([known, operations]) => shape(known) === shape(path) && method in operations);
  if (found === undefined) return undefined;
  const [, operations] = found;
  const shared = (operations['parameters'] ?? []) as readonly unknown[];
  const operation = operations[method] as Json;
  return { ...operation, parameters: [...shared, ...((operation['parameters'] ?? []) as readonly unknown[])] };
}

function compareOperations(name: string, mine: Json, known: Json): void {
  compareFields(`${name} ?`, queryOf(mine, own), queryOf(known, published));
  compareFields(`${name} body`, bodyOf(mine, own), bodyOf(known, published));
  compareFields(`${name} answer`, answerOf(mine, own), answerOf(known, published));
}

function compareFields(place: string, mine: Fields, known: Fields): void {
  for (const [field, type] of mine) {
    const described = known.get(field);
    if (described === undefined) missing.push(`${place} ${field}`);
    else if (described !== '' && type !== '' && described !== type)
      others.push(`${place} ${field}: ${type}, described as ${described}`);
  }
}

function queryOf(operation: Json, description: Json): Fields {
  const parameters = ((operation['parameters'] ?? []) as readonly Json[]).map((each) => resolve(each, description));
  const query = parameters.filter((each) => each['in'] === 'query');
  return new Map(query.map((each) => [String(each['name']), typeOf((each['schema'] ?? each) as Json, description)]));
}

function bodyOf(operation: Json, description: Json): Fields {
  const parameters = ((operation['parameters'] ?? []) as readonly Json[]).map((each) => resolve(each, description));
  const schema =
    schemaOf(resolve((operation['requestBody'] ?? {}) as Json, description)) ??
    (parameters.find((each) => each['in'] === 'body')?.['schema'] as Json | undefined);
  return fieldsOf(schema ?? {}, description);
}

function answerOf(operation: Json, description: Json): Fields {
  const responses = Object.entries((operation['responses'] ?? {}) as Record<string, Json>);
  const [, success] = responses.find(([status]) => status.startsWith('2')) ?? [];
  const answer = resolve(success ?? {}, description);
  return fieldsOf(schemaOf(answer) ?? (answer['schema'] as Json | undefined) ?? {}, description);
}

function schemaOf({ content }: Json): Json | undefined {
  const [media] = Object.values((content ?? {}) as Record<string, Json>);
  return media?.['schema'] as Json | undefined;
}

/** `source.branch.name` → its type; fields of the items of a list are listed as the list's own. */
function fieldsOf(schema: Json, description: Json, depth = 0): Fields {
  const fields = new Map<string, string>();
  for (const part of partsOf(schema, description)) {
    for (const [name, value] of Object.entries((part['properties'] ?? {}) as Record<string, Json>)) {
      fields.set(name, typeOf(value, description));
      // Schemas can contain themselves. Adapters read no fields below this depth.
      const below = depth > maxDepth ? new Map() : fieldsOf(value, description, depth + 1);
      for (const [inner, type] of below) fields.set(`${name}.${inner}`, type);
    }
  }
  return fields;
}

function partsOf(given: Json, description: Json): Json[] {
  const schema = resolve(given, description);
  const combined = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => (schema[name] ?? []) as readonly Json[]);
  const items = schema['items'] === undefined ? [] : [schema['items'] as Json];
  return [schema, ...[...combined, ...items].flatMap((part) => partsOf(part, description))];
}

function typeOf(given: Json, description: Json): string {
  const parts = partsOf({ ...given, items: undefined }, description);
  const types = parts.map((part) => part['type']).filter((type) => typeof type === 'string' && type !== 'null');
  return (types[0] as string | undefined) ?? '';
}

function resolve(value: Json, description: Json): Json {
  const reference = value['$ref'];
  if (typeof reference !== 'string') return value;
  const target = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, step) => (at as Json | undefined)?.[step], description);
  return resolve((target ?? {}) as Json, description);
}
