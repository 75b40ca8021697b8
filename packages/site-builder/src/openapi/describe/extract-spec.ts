/** The part of a spec that a page documents: an operation, and the components that the operation refers to. */
import {
  type ApiReference,
  type ApiSpec,
  type Json,
  type JsonObject,
  entriesOf,
  fieldOf,
  isList,
  isObject,
  toObject,
  resolveNode,
} from '../../site/index.ts';

/**
 * Maximum number of components copied into a page's Markdown; deep specs would repeat half of their components on every
 * page.
 */
const MAX_COMPONENTS = 60;

export function extractSpec(reference: ApiReference): Json | undefined {
  if (reference.kind === 'manual') return undefined;
  const { spec } = reference;
  const [section, name] = placeOf(reference);
  const node = fieldOf(fieldOf(spec.root, section), name);
  if (reference.kind === 'schema') {
    const schema = resolveNode(spec, fieldOf(fieldOf(fieldOf(spec.root, 'components'), 'schemas'), name)).node;
    return headed(spec, [], [['components', 'schemas', name, schema]], [schema]);
  }
  if (node === undefined) return undefined;
  const kept = reference.kind === 'channel' ? node : onlyMethod(resolveNode(spec, node).node, reference.method);
  return headed(spec, [[section, toObject([[name, kept]])]], [], [kept]);
}

function placeOf(reference: Exclude<ApiReference, { kind: 'manual' }>): [section: string, name: string] {
  if (reference.kind === 'operation') return ['paths', reference.path];
  return [
    reference.kind === 'webhook' ? 'webhooks' : reference.kind === 'channel' ? 'channels' : 'components',
    reference.name,
  ];
}

function onlyMethod(item: JsonObject, method: string): JsonObject {
  return toObject(
    entriesOf(item).filter(
      ([key]) => key === method || ['parameters', 'servers', 'summary', 'description'].includes(key),
    ),
  );
}

type Component = readonly [root: string, section: string, name: string, node: Json];

function headed(
  spec: ApiSpec,
  parts: readonly (readonly [string, Json])[],
  first: readonly Component[],
  from: readonly Json[],
): Json {
  const head = ['openapi', 'asyncapi', 'info', 'servers', 'security'].flatMap((key) => {
    const value = fieldOf(spec.root, key);
    return value === undefined ? [] : [[key, key === 'info' ? shortInfo(value) : value] as const];
  });
  const components = [...first, ...reachedComponents(spec, from), ...usedSchemes(spec, from)];
  const sections = new Map<string, Map<string, Json>>();
  for (const [, section, name, node] of components)
    sections.set(section, (sections.get(section) ?? new Map<string, Json>()).set(name, node));
  const tail: [string, Json][] =
    sections.size === 0
      ? []
      : [['components', toObject([...sections].map(([section, entries]) => [section, toObject(entries)] as const))]];
  return toObject([...head, ...parts, ...tail]);
}

function shortInfo(info: Json): Json {
  return toObject(entriesOf(info).filter(([key]) => key === 'title' || key === 'version'));
}

function reachedComponents(spec: ApiSpec, from: readonly Json[]): Component[] {
  const found = new Map<string, Component>();
  const queue = [...from];
  // Grows during the iteration.
  for (const node of queue) {
    if (found.size >= MAX_COMPONENTS) break;
    if (isList(node)) queue.push(...node);
    for (const [key, value] of entriesOf(node)) {
      if (key !== '$ref' || typeof value !== 'string') {
        if (typeof value === 'object') queue.push(value);
        continue;
      }
      const [, section = '', name = ''] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(value) ?? [];
      if (name === '' || found.has(value)) continue;
      const target = fieldOf(fieldOf(fieldOf(spec.root, 'components'), section), name);
      if (!isObject(target)) continue;
      found.set(value, ['components', section, name, target]);
      queue.push(target);
    }
  }
  return [...found.values()].sort((a, b) => (a[1] + a[2] < b[1] + b[2] ? -1 : 1));
}

function usedSchemes(spec: ApiSpec, from: readonly Json[]): Component[] {
  const [node] = from;
  const operation = entriesOf(node).find(
    ([, value]) => isObject(value) && fieldOf(value, 'responses') !== undefined,
  )?.[1];
  const requirements = fieldOf(operation, 'security') ?? fieldOf(spec.root, 'security');
  if (!isList(requirements)) return [];
  const names = new Set(requirements.flatMap((requirement) => entriesOf(requirement).map(([name]) => name)));
  return [...names].flatMap((name): Component[] => {
    const scheme = fieldOf(fieldOf(fieldOf(spec.root, 'components'), 'securitySchemes'), name);
    return scheme === undefined ? [] : [['components', 'securitySchemes', name, scheme]];
  });
}
