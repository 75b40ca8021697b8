import { asList, asObject, listOperations, operationKey, type Spec, type SpecObject } from './read-spec.ts';
import { resolveOperation } from './resolve-operation.ts';

export interface SpecChange {
  /** `GET /pages/{id}` */
  readonly operation: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** Whether the change can make callers of the API fail. */
  readonly breaking: boolean;
  /** The changes within an operation that both descriptions have. */
  readonly details?: readonly string[];
}

/** A parameter, a field of the body or a response, or the operation itself. */
interface Fact {
  readonly required: boolean;
  readonly type: string;
  readonly values: readonly string[];
  readonly standard: string;
}
type Side = 'request' | 'response';

/** Finds operations that were added, removed or changed between two versions of a description. */
export function compareSpecs(before: Spec, after: Spec): SpecChange[] {
  const old = new Map(listOperations(before).map((one) => [operationKey(one.method, one.path), one]));
  const now = new Map(listOperations(after).map((one) => [operationKey(one.method, one.path), one]));
  const changes: SpecChange[] = [];
  for (const [key, { method, path }] of old) {
    const same = now.get(key);
    const operation = `${method} ${path}`;
    if (same === undefined) changes.push({ operation, kind: 'removed', breaking: true });
    else changes.push(...compareOperation([before, path], [after, same.path], method));
  }
  for (const [key, { method, path }] of now)
    if (!old.has(key)) changes.push({ operation: `${method} ${path}`, kind: 'added', breaking: false });
  return changes.toSorted((a, b) => Number(b.breaking) - Number(a.breaking));
}

type Place = readonly [Spec, string];

function compareOperation(before: Place, after: Place, method: string): SpecChange[] {
  const details: string[] = [];
  let breaking = false;
  const was = resolveOperation(before[0], method, before[1]) ?? {};
  const is = resolveOperation(after[0], method, after[1]) ?? {};
  for (const side of ['request', 'response'] as const) {
    const found = compareFacts(listFacts(was, side), listFacts(is, side), side);
    details.push(...found.details);
    breaking ||= found.breaking;
  }
  if (is['deprecated'] === true && was['deprecated'] !== true) details.push('is deprecated');
  return details.length === 0 ? [] : [{ operation: `${method} ${after[1]}`, kind: 'changed', breaking, details }];
}

function compareFacts(before: ReadonlyMap<string, Fact>, after: ReadonlyMap<string, Fact>, side: Side) {
  const details: string[] = [];
  let breaking = false;
  const note = (detail: string, breaks: boolean): void => {
    details.push(breaks ? `${detail} (breaking)` : detail);
    breaking ||= breaks;
  };
  for (const [name, fact] of after) {
    const old = before.get(name);
    if (old === undefined)
      note(`${name} was added${fact.required ? ', required' : ''}`, side === 'request' && fact.required);
    else compareFact(name, { old, fact, side, note });
  }
  for (const name of before.keys()) if (!after.has(name)) note(`${name} was removed`, side === 'response');
  return { details, breaking };
}

function compareFact(
  name: string,
  {
    old,
    fact,
    side,
    note,
  }: {
    readonly old: Fact;
    readonly fact: Fact;
    readonly side: Side;
    readonly note: (detail: string, breaks: boolean) => void;
  },
): void {
  if (old.type !== fact.type) note(`${name} changed its type from ${old.type} to ${fact.type}`, true);
  if (old.required !== fact.required)
    note(`${name} is ${fact.required ? 'required now' : 'optional now'}`, (side === 'request') === fact.required);
  if (old.standard !== fact.standard)
    note(`${name} changed its default from ${old.standard || 'none'} to ${fact.standard || 'none'}`, false);
  const lost = old.values.filter((value) => !fact.values.includes(value));
  const added = fact.values.filter((value) => !old.values.includes(value));
  if (lost.length > 0) note(`${name} lost the values ${lost.slice(0, 10).join(', ')}`, side === 'request');
  if (added.length > 0) note(`${name} gained the values ${added.slice(0, 10).join(', ')}`, false);
}

const maxFieldDepth = 5;
const maxFacts = 2000;

function listFacts(operation: SpecObject, side: Side): ReadonlyMap<string, Fact> {
  const facts = new Map<string, Fact>();
  if (side === 'request') {
    for (const one of asList(operation['parameters']).map(asObject)) {
      const schema = asObject(one?.['schema']) ?? one ?? {};
      const name = `${textOf(one?.['in'])} parameter ${textOf(one?.['name'])}`;
      if (one?.['in'] === 'body') addFields(facts, 'body', { schema, required: one['required'] === true, depth: 0 });
      else facts.set(name, toFact(schema, one?.['required'] === true));
    }
    const body = asObject(operation['requestBody']);
    if (body !== undefined) addContent(facts, 'body', body, body['required'] === true);
    return facts;
  }
  for (const [status, response] of Object.entries(asObject(operation['responses']) ?? {})) {
    const answer = asObject(response) ?? {};
    facts.set(`response ${status}`, { required: true, type: 'response', values: [], standard: '' });
    addContent(facts, `response ${status}`, answer, true);
  }
  return facts;
}

/** Reads only the first media type, because the others usually describe the same data. */
function addContent(facts: Map<string, Fact>, name: string, holder: SpecObject, required: boolean): void {
  const [media] = Object.values(asObject(holder['content']) ?? {});
  const schema = asObject(asObject(media)?.['schema']) ?? asObject(holder['schema']);
  if (schema !== undefined) addFields(facts, name, { schema, required, depth: 0 });
}

function addFields(
  facts: Map<string, Fact>,
  name: string,
  { schema, required, depth }: { readonly schema: SpecObject; readonly required: boolean; readonly depth: number },
): void {
  if (facts.size >= maxFacts || depth > maxFieldDepth) return;
  facts.set(depth === 0 ? `${name} content` : name, toFact(schema, required));
  const items = asObject(schema['items']);
  if (items !== undefined) addFields(facts, `${name}[]`, { schema: items, required: false, depth: depth + 1 });
  for (const part of [schema, ...asList(schema['allOf']).map(asObject)]) {
    const needed = asList(part?.['required']);
    for (const [key, field] of Object.entries(asObject(part?.['properties']) ?? {})) {
      const inner = { schema: asObject(field) ?? {}, required: needed.includes(key), depth: depth + 1 };
      addFields(facts, `${name}.${key}`, inner);
    }
  }
}

function toFact(schema: SpecObject, required: boolean): Fact {
  const { type, format } = schema;
  const types = Array.isArray(type) ? type.map(String).toSorted().join('|') : textOf(type) || 'any';
  const standard = schema['default'] === undefined ? '' : (JSON.stringify(schema['default']) ?? '');
  return {
    required,
    type: typeof format === 'string' ? `${types} (${format})` : types,
    values: asList(schema['enum']).map((value) => JSON.stringify(value) ?? ''),
    standard: standard.slice(0, 100),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
