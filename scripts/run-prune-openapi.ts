/**
 * Reduces a published OpenAPI description to the operations that an adapter uses, with their references: `node
 * scripts/run-prune-openapi.ts description.json 'GET /repos/{owner}/{repo}' … > pruned.json`. The pruned files and
 * their sources are listed in packages/server/src/platform/code-host/testing/fixtures/README.md.
 */
import { readFileSync } from 'node:fs';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Objects = Record<string, Json>;

const [file = '', ...wanted] = process.argv.slice(2);
const description = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Json>;
const paths: Objects = {};
for (const operation of wanted) {
  const [method = '', path = ''] = operation.split(' ');
  const known = (description['paths'] as Objects)[path] as Objects | undefined;
  const found = known?.[method.toLowerCase()];
  if (known === undefined || found === undefined) throw new Error(`${operation} is not in ${file}`);
  const shared = known['parameters'];
  paths[path] = {
    ...(paths[path] as Objects | undefined),
    ...(shared !== undefined && { parameters: withoutProse(shared) }),
    [method.toLowerCase()]: withoutProse(found),
  };
}
const components: Record<string, Objects> = {};
collect(paths);
const { openapi, info, servers } = description;
console.log(
  JSON.stringify({ openapi, info: withoutProse(info ?? null), servers: servers ?? [], paths, components }, null, 1),
);

/** Copies referenced parts, and the parts that these reference. */
function collect(value: Json): void {
  if (Array.isArray(value)) value.forEach(collect);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const reference = value['$ref'];
  if (typeof reference === 'string') take(reference);
  Object.values(value).forEach(collect);
}

function take(reference: string): void {
  const [, , kind = '', name = ''] = reference.split('/');
  const all = (description['components'] as Record<string, Objects>)[kind];
  const target = all?.[name];
  if (target === undefined) throw new Error(`${reference} has no target`);
  const own = (components[kind] ??= {});
  if (name in own) return;
  own[name] = withoutProse(target);
  collect(own[name] ?? null);
}

/** Copies only shapes, because the authors of a description hold the copyright on its text. */
function withoutProse(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutProse);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([name, part]) =>
      !(['description', 'summary'].includes(name) && typeof part === 'string') &&
      !/^x-|^examples?$|externalDocs|callbacks/.test(name),
  );
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutProse(part)]));
}
