/**
 * OpenAPI Overlay 1.0 (spec.openapis.org/overlay): actions that update or remove the nodes that a JSONPath selects.
 * Paths can contain names, `[0]`, `*`, `..name` and one comparison (`[?(@.name=='x')]`), the constructs that
 * documentation overlays use.
 */
import type { Json, JsonObject } from './api-spec.ts';
import { entriesOf, fieldOf, flagOf, isList, isObject, listOf, textOf, toObject } from './read-json.ts';

type Step =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'every' }
  | { readonly kind: 'deep'; readonly name: string }
  | { readonly kind: 'where'; readonly field: string; readonly value: string };

/** The replacement of a selected node; `undefined` removes it. */
type Change = (node: Json) => Json | undefined;

export interface OverlayResult {
  readonly root: JsonObject;
  /** Targets that could not be read. */
  readonly unknown: readonly string[];
}

export function applyOverlay(root: JsonObject, overlay: Json): OverlayResult {
  let result: Json = root;
  const unknown: string[] = [];
  for (const action of listOf(overlay, 'actions')) {
    const target = textOf(action, 'target');
    const steps = parseTarget(target);
    if (steps === undefined) {
      unknown.push(target);
      continue;
    }
    const update = fieldOf(action, 'update');
    const change: Change = flagOf(action, 'remove')
      ? () => undefined
      : (node) => (update === undefined ? node : merge(node, update));
    result = changeAt(result, steps, change) ?? result;
  }
  return { root: isObject(result) ? result : root, unknown };
}

const stepForms: readonly (readonly [form: RegExp, read: (name: string, value: string) => Step])[] = [
  [/^\.\.([\w$-]+)/, (name) => ({ kind: 'deep', name })],
  [/^(?:\.\*|\[\*\])/, () => ({ kind: 'every' })],
  [/^\.([\w$-]+)/, (name) => ({ kind: 'name', name })],
  [/^\['([^']*)'\]/, (name) => ({ kind: 'name', name })],
  [/^\["([^"]*)"\]/, (name) => ({ kind: 'name', name })],
  [/^\[(\d+)\]/, (name) => ({ kind: 'name', name })],
  [/^\[\?\(?\s*@\.([\w$-]+)\s*==\s*['"]([^'"]*)['"]\s*\)?\]/, (field, value) => ({ kind: 'where', field, value })],
];

function parseTarget(target: string): Step[] | undefined {
  if (!target.startsWith('$')) return undefined;
  const steps: Step[] = [];
  let rest = target.slice(1);
  while (rest !== '') {
    const found = stepForms
      .map(([form, read]) => ({ match: form.exec(rest), read }))
      .find(({ match }) => match !== null);
    if (found?.match === undefined || found.match === null) return undefined;
    steps.push(found.read(found.match[1] ?? '', found.match[2] ?? ''));
    rest = rest.slice(found.match[0].length);
  }
  return steps;
}

function changeAt(node: Json, steps: readonly Step[], change: Change): Json | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return change(node);
  if (step.kind !== 'deep')
    return mapChildren(node, (key, child) => (isSelected(step, key, child) ? changeAt(child, rest, change) : child));
  return mapChildren(node, (key, child) => {
    const inner = changeAt(child, steps, change) ?? child;
    return key === step.name ? changeAt(inner, rest, change) : inner;
  });
}

function isSelected(step: Exclude<Step, { kind: 'deep' }>, key: string, child: Json): boolean {
  if (step.kind === 'every') return true;
  return step.kind === 'name' ? key === step.name : textOf(child, step.field) === step.value;
}

function mapChildren(node: Json, map: (key: string, child: Json) => Json | undefined): Json {
  if (isList(node)) return node.map((child, index) => map(String(index), child)).filter((child) => child !== undefined);
  if (!isObject(node)) return node;
  return toObject(
    entriesOf(node).flatMap(([key, child]): [string, Json][] => {
      const changed = map(key, child);
      return changed === undefined ? [] : [[key, changed]];
    }),
  );
}

/** Objects are merged, lists are appended to, and everything else is replaced. */
function merge(node: Json, update: Json): Json {
  if (isList(node)) return [...node, ...(isList(update) ? update : [update])];
  if (!isObject(node) || !isObject(update)) return update;
  const merged = new Map<string, Json>(entriesOf(node));
  for (const [key, value] of entriesOf(update)) {
    const before = merged.get(key);
    merged.set(key, before === undefined ? value : merge(before, value));
  }
  return toObject(merged);
}
