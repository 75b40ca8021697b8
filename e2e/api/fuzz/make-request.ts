/** Requests generated from the API's own description: valid requests, and requests with a single invalid part. */
import { hostileBody, hostileHeaders, hostileText, hostileValue } from './hostile-values.ts';
import type { Random } from '../../../scripts/random.ts';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

export interface Description {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Target {
  readonly method: string;
  readonly path: string;
  readonly operation: DescribedOperation;
}

export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** Values for a valid request, by the name of the field or parameter; `operationId.name` takes precedence. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

export interface Maker {
  readonly description: Description;
  readonly known: KnownValues;
}

export function makeRequest(maker: Maker, target: Target, random: Random): FuzzRequest {
  const { operation } = target;
  const isHostile = (): boolean => random.chance(0.25);
  const path = target.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const right = String(random.oneOf(knownOf(maker, operation, name) ?? ['missing']));
    return isHostile() ? hostileSegment(random) : encodeURIComponent(right);
  });
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && random.chance(0.4))
    .map(({ name, schema }) => {
      const right = String(rightValue(maker, { operation, name, schema }, random));
      return `${name}=${isHostile() ? hostileSegment(random) : encodeURIComponent(right)}`;
    });
  if (random.chance(0.03)) query.push(`${hostileSegment(random)}=${hostileSegment(random)}`);
  const [mediaType, wanted] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const body =
    wanted === undefined
      ? bodyNobodyAskedFor(target, random)
      : bodyOf(maker, { operation, schema: wanted.schema, mediaType }, random);
  return {
    method: target.method,
    path: `${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: {
      ...(body !== undefined && { 'content-type': mediaType ?? 'application/json' }),
      ...(random.chance(0.12) && hostileHeaders(random)),
    },
    body,
  };
}

const bodyNobodyAskedFor = ({ method }: Target, random: Random): Buffer | undefined =>
  method !== 'GET' && random.chance(0.1) ? hostileBody(random) : undefined;

function bodyOf(
  maker: Maker,
  input: { readonly operation: DescribedOperation; readonly schema: Schema; readonly mediaType: string | undefined },
  random: Random,
): Buffer | undefined {
  if (random.chance(0.05)) return undefined;
  if (random.chance(0.08)) return hostileBody(random);
  const right = rightValue(maker, { ...input, name: 'body' }, random);
  if (typeof right !== 'object' || right === null) return Buffer.from(String(right));
  const fields = right as Record<string, unknown>;
  if (random.chance(0.1)) fields[hostileText(random)] = hostileValue(random);
  const names = Object.keys(resolve(maker, input.schema).properties ?? {});
  if (names.length > 0 && random.chance(0.6)) fields[random.oneOf(names)] = hostileValue(random);
  return Buffer.from(input.mediaType === formType ? toForm(fields, random) : JSON.stringify(fields));
}

export const formType = 'application/x-www-form-urlencoded';

/** Encodes a form, which can't contain lone surrogates, but can contain bytes that aren't UTF-8. */
const toForm = (fields: Readonly<Record<string, unknown>>, random: Random): string =>
  Object.entries(fields)
    .map(([name, value]) =>
      random.chance(0.1)
        ? `${hostileSegment(random)}=${hostileSegment(random)}`
        : `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(toFormValue(value).toWellFormed())}`,
    )
    .join('&');

/** Converts a value to text without its `toString`, which need not be a function in a hostile object. */
const toFormValue = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** Returns text for a path or a query: encoded correctly, incorrectly, or not at all. */
function hostileSegment(random: Random): string {
  const raw = [
    '%',
    '%00',
    '%ff',
    '%c3%28',
    '%ed%a0%80',
    '%e0%80%af',
    'a%00b',
    '%2e%2e',
    '..',
    '.',
    '%2f',
    "a'b",
    '*',
    '\\',
  ];
  if (random.chance(0.35)) return random.oneOf(raw);
  return encodeURIComponent(hostileText(random).toWellFormed()).slice(0, 4_000).replace(/%.?$/, '') || '%20';
}

export interface Wanted {
  readonly operation: DescribedOperation;
  readonly name: string;
  readonly schema: Schema;
}

export const knownOf = (maker: Maker, operation: DescribedOperation, name: string): readonly unknown[] | undefined =>
  maker.known[`${operation.operationId}.${name}`] ?? maker.known[name];

export function rightValue(maker: Maker, wanted: Wanted, random: Random): unknown {
  const known = knownOf(maker, wanted.operation, wanted.name);
  if (known !== undefined) return random.oneOf(known);
  const schema = resolve(maker, wanted.schema);
  if (schema.enum !== undefined) return random.oneOf(schema.enum);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name) === true || random.chance(0.4))
          .map(([name, part]) => [name, rightValue(maker, { ...wanted, name, schema: part }, random)]),
      );
    case 'array':
      return [rightValue(maker, { ...wanted, name: `${wanted.name}[]`, schema: schema.items ?? {} }, random)];
    case 'integer':
    case 'number':
      return random.oneOf([schema.minimum ?? 0, schema.maximum ?? 1]);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      return schema.format === 'date-time'
        ? '2099-01-01T00:00:00.000Z'
        : 'x'.repeat(Math.max(schema.minLength ?? 1, 1));
  }
}

export function resolve(maker: Maker, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) return maker.description.components.schemas[name] ?? {};
  return schema.anyOf?.[0] === undefined ? schema : resolve(maker, schema.anyOf[0]);
}
