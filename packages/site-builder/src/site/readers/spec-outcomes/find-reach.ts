import type { GroupSet } from '@docwright/site-access/rules';
import { httpMethods, type ApiReference } from '../../specs/api-spec.ts';
import { fieldOf, textOf } from '../../specs/read-json.ts';
import { sharedSections } from '../specs/cut-unused.ts';
import { childOf, childrenOf, isContainer, type Container, type PointerStep } from '../specs/spec-documents.ts';
import type { GraphNode, SpecGraph } from './spec-graph.ts';

/**
 * The group sets that determine which parts of its specification a page shows; `undefined` if unknown, so that all
 * groups of the specification and the rules of all its pages must be considered. An unnecessary set costs time. A
 * missing set would count as not met: readers would see less than they are allowed to.
 */
export function findReach(reference: ApiReference, graph: SpecGraph): readonly GroupSet[] | undefined {
  if (reference.kind !== 'operation' && reference.kind !== 'webhook') return undefined;
  const { path } = reference.spec;
  const spec = graph.specs.get(path);
  const root = spec?.holder.root;
  // Other formats are converted before pages read them.
  if (spec === undefined || !isContainer(root) || textOf(root, 'openapi') === '') return undefined;
  const reach = new Reach(graph, { node: root, file: path });
  reach.step({ container: spec.holder, key: 'root' });
  for (const [key, child] of childrenOf(root)) {
    if (isOwnSection(key)) continue;
    reach.step({ container: root, key });
    if (isContainer(child)) reach.visit({ node: child, file: path });
  }
  reach.visitAt(root, ['components', 'securitySchemes']);
  visitOperation(reference, reach);
  return reach.result();
}

function isOwnSection(key: string): boolean {
  return ['paths', 'webhooks', 'x-webhooks', 'components', ...sharedSections].includes(key);
}

/** Visits the operation, and the parts of its path item that apply to all operations. */
function visitOperation(reference: Extract<ApiReference, { kind: 'operation' | 'webhook' }>, reach: Reach): void {
  const { root } = reach;
  const section =
    reference.kind === 'operation' ? 'paths' : fieldOf(root.node, 'webhooks') === undefined ? 'x-webhooks' : 'webhooks';
  const name = reference.kind === 'operation' ? reference.path : reference.name;
  const item = reach.open(root.node, [section, name]);
  if (item === undefined) return reach.giveUp();
  const isMethod = (key: string): boolean => (httpMethods as readonly string[]).includes(key.toLowerCase());
  for (const [key, child] of childrenOf(item)) {
    if (isMethod(key) || key === 'additionalOperations') continue;
    reach.step({ container: item, key });
    if (isContainer(child)) reach.visit({ ...root, node: child });
  }
  const own = Object.keys(item).find((key) => key.toLowerCase() === reference.method && isMethod(key));
  const keys = own === undefined ? ['additionalOperations', additionalKey(item, reference.method)] : [own];
  const operation = reach.open(item, keys);
  if (operation === undefined) return reach.giveUp();
  reach.visit({ ...root, node: operation });
}

function additionalKey(item: Container, method: string): string {
  const more = fieldOf(item, 'additionalOperations');
  return (isContainer(more) ? Object.keys(more) : []).find((key) => key.toLowerCase() === method) ?? '';
}

class Reach {
  /** The root of the page's specification. */
  readonly root: GraphNode;
  readonly #graph: SpecGraph;
  readonly #sets: GroupSet[] = [];
  readonly #seen = new Set<Container>();
  readonly #steps = new Map<Container, Set<string>>();
  #isKnown = true;

  constructor(graph: SpecGraph, root: GraphNode) {
    this.#graph = graph;
    this.root = root;
  }

  result(): readonly GroupSet[] | undefined {
    return this.#isKnown ? this.#sets : undefined;
  }

  giveUp(): void {
    this.#isKnown = false;
  }

  /** Follows keys and then references, all in the specification's own file. */
  open(from: Container, keys: readonly string[]): Container | undefined {
    let node: Container | undefined = from;
    for (const key of keys) {
      if (node === undefined) return undefined;
      this.step({ container: node, key });
      const child = childOf(node, key);
      node = isContainer(child) ? child : undefined;
    }
    for (let hops = 0; node !== undefined && isReference(node); hops++) {
      const [target, ...others] = this.#graph.targetsOf({ ...this.root, node });
      const last = target?.steps.at(-1);
      if (target === undefined || last === undefined || others.length > 0 || hops > maxHops) return undefined;
      if (target.file !== this.root.file) return undefined;
      node = this.open(last.container, [last.key]);
    }
    return node;
  }

  visitAt(from: Container, keys: readonly string[]): void {
    const node = this.open(from, keys);
    if (node !== undefined) this.visit({ ...this.root, node });
  }

  /** Adds the group sets of an enclosing part: if it is left out, so are the parts inside it. */
  step({ container, key }: PointerStep): void {
    const keys = this.#steps.get(container) ?? new Set();
    if (keys.has(key)) return;
    this.#steps.set(container, keys.add(key));
    this.#sets.push(...this.#graph.setsAt(container, key));
  }

  /** Visits a node and everything shown with it. */
  visit(start: GraphNode): void {
    const pending = [start];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { node, file } = next;
      if (this.#seen.has(node)) continue;
      this.#seen.add(node);
      pending.push(...this.#graph.writersOf(node));
      for (const target of this.#follow(next)) pending.push(target);
      for (const [key, child] of childrenOf(node)) {
        this.step({ container: node, key });
        if (isContainer(child)) pending.push({ node: child, file });
      }
    }
  }

  *#follow(from: GraphNode): Generator<GraphNode> {
    if (this.#graph.hasLostReference(from)) this.giveUp();
    for (const { steps, file } of this.#graph.targetsOf(from)) {
      for (const step of steps) this.step(step);
      if (this.#graph.specs.has(file) && !(file === this.root.file && isEntry(steps))) this.giveUp();
      const last = steps.at(-1);
      const child = last === undefined ? undefined : childOf(last.container, last.key);
      if (isContainer(child)) yield { node: child, file };
    }
  }
}

const maxHops = 32;

function isReference(node: Container): boolean {
  return textOf(node, '$ref') !== '';
}

/**
 * Whether a reference is to a shared part as a whole, like `#/components/schemas/User`. Its content may be left out
 * with it if nothing else uses it.
 */
function isEntry([, first, ...rest]: readonly PointerStep[]): boolean {
  if (first === undefined) return false;
  return first.key === 'components' ? rest.length === 2 : sharedSections.includes(first.key) && rest.length === 1;
}
