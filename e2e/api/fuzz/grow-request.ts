/** Valid requests with one part that is deeper, wider or longer than in a real client's request. */
import {
  formType,
  knownOf,
  resolve,
  rightValue,
  type DescribedOperation,
  type FuzzRequest,
  type Maker,
  type Schema,
  type Target,
} from './make-request.ts';
import type { Random } from '../../../scripts/random.ts';

export const growths = ['depth', 'width', 'length'] as const;
export type Growth = (typeof growths)[number];

export interface GrownRequest extends FuzzRequest {
  /** The part that was grown, and how, for failure messages, such as `body.query: depth`. */
  readonly what: string;
}

/** Node's limit for address and headers together, minus space for the other headers. */
const maxHeadBytes = 12_000;
const sizes = [65, 1_000, 4_500, 20_000, 100_000] as const;

const nestings: readonly (readonly [open: string, close: string])[] = [
  ['[', ']'],
  ['{"a":', '}'],
  ['[{"a":', '}]'],
  ['[1,', ']'],
];

/** Returns JSON as text, because serializing a deep value would overflow in the same way as the code under test. */
export function growJson(growth: Growth, random: Random): string {
  const size = random.oneOf(sizes);
  switch (growth) {
    case 'depth': {
      const [open, close] = random.oneOf(nestings);
      return `${open.repeat(size)}1${random.chance(0.9) ? close.repeat(size) : ''}`;
    }
    case 'width': {
      const items = Array.from({ length: size }, (_, index) => String(index));
      const item = random.oneOf<(name: string) => string>([
        (name) => name,
        (name) => `"${name}"`,
        () => '[]',
        () => 'null',
        (name) => `{"name":"${name}","name":${name}}`,
      ]);
      return random.chance(0.5)
        ? `[${items.map(item).join(',')}]`
        : `{${items.map((name) => `"${name}":1`).join(',')}}`;
    }
    case 'length': {
      const text = random.oneOf(['a', 'é', '😀', ' ', '/', '.', '\\\\', '\\u0001', '\\"', '-', '[', '{{', '<a>', '**']);
      return random.chance(0.15) ? '1'.repeat(size) : `"${text.repeat(size)}"`;
    }
  }
}

/** Returns text for a path, a query or a header. */
function growText(growth: Growth, random: Random): string {
  const size = 1 + random.below(maxHeadBytes / 4);
  switch (growth) {
    case 'depth':
      return random.oneOf(['[', '(', '{', '"', '<', '%5B', '../']).repeat(size).slice(0, maxHeadBytes);
    case 'width':
      return random.oneOf([',a', ';a', '&a', '; a=b', ', "a"', ' a', '%2Ca']).repeat(size).slice(1, maxHeadBytes);
    case 'length':
      return random
        .oneOf(['a', '1', '-', '.', '%20', '%c3%a9'])
        .repeat(size)
        .slice(0, maxHeadBytes - 2);
  }
}

const headers = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-encoding',
  'cookie',
  'docwright-organization',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'if-range',
  'last-event-id',
  'mcp-protocol-version',
  'origin',
  'range',
  'traceparent',
  'x-forwarded-for',
] as const;

/** Returns one request for each part of a target, grown in one way; the body is grown in every way. */
export function growRequests(maker: Maker, target: Target, random: Random): GrownRequest[] {
  const { operation } = target;
  const [mediaType = 'application/json', wanted] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const base = baseOf(maker, target, { mediaType, schema: wanted?.schema }, random);
  const requests: GrownRequest[] = [];
  const add = (what: string, changes: Partial<FuzzRequest>): void =>
    void requests.push({ ...base.request, ...changes, what: `${operation.operationId} ${what}` });

  for (const name of base.pathNames) {
    const growth = random.oneOf(growths);
    add(`path ${name}: ${growth}`, { path: base.pathWith(name, growText(growth, random)) });
  }
  for (const { name } of operation.parameters.filter((parameter) => parameter.in === 'query')) {
    const growth = random.oneOf(growths);
    const text = growText(growth, random);
    const query = growth === 'width' ? `${name}=1&`.repeat(500).slice(0, maxHeadBytes) : `${name}=${text}`;
    add(`query ${name}: ${growth}`, { path: `${base.request.path}?${query.replaceAll(/[ "<>]/g, '+')}` });
  }
  const header = random.oneOf(headers);
  const growth = random.oneOf(growths);
  add(`header ${header}: ${growth}`, {
    headers: { ...base.request.headers, [header]: growText(growth, random).trim() || 'a' },
  });
  if (target.method === 'GET') return requests;
  for (const whole of growths) add(`body: ${whole}`, { body: Buffer.from(growJson(whole, random)) });
  for (const name of Object.keys(base.fields)) {
    const grown = random.chance(0.5) ? 'depth' : random.oneOf(growths);
    add(`body.${name}: ${grown}`, { body: writeBody(base.fields, mediaType, [name, growJson(grown, random)]) });
  }
  return requests;
}

interface BodyForm {
  readonly mediaType: string;
  readonly schema: Schema | undefined;
}

function baseOf(maker: Maker, { method, path, operation }: Target, { mediaType, schema }: BodyForm, random: Random) {
  const pathNames = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const right = (name: string): string =>
    encodeURIComponent(String(random.oneOf(knownOf(maker, operation, name) ?? ['missing'])));
  const pathWith = (grown: string, text: string): string =>
    path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
      name === grown ? text.replaceAll(/[ "<>?#]/g, '+') : right(name),
    );
  const fields = schema === undefined ? {} : rightFields(maker, operation, schema, random);
  const request: FuzzRequest = {
    method,
    path: pathWith('', ''),
    headers: method === 'GET' ? {} : { 'content-type': mediaType },
    body: schema === undefined || method === 'GET' ? undefined : writeBody(fields, mediaType),
  };
  return { request, pathNames, pathWith, fields };
}

/** Returns valid values for every field of the body, including optional fields. */
function rightFields(
  maker: Maker,
  operation: DescribedOperation,
  schema: Schema,
  random: Random,
): Readonly<Record<string, unknown>> {
  const { properties = {} } = resolve(maker, schema);
  return Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [
      name,
      rightValue(maker, { operation, name, schema: part }, random),
    ]),
  );
}

function writeBody(
  fields: Readonly<Record<string, unknown>>,
  mediaType: string,
  [grownName, grown]: readonly [name: string, json: string] = ['', ''],
): Buffer {
  const isGrown = (name: string): boolean => name === grownName && grown !== '';
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  const text =
    mediaType === formType
      ? entries.map(([name, value]) => `${name}=${encodeURIComponent(isGrown(name) ? grown : String(value))}`).join('&')
      : `{${entries
          .map(([name, value]) => `${JSON.stringify(name)}:${isGrown(name) ? grown : JSON.stringify(value)}`)
          .join(',')}}`;
  return Buffer.from(text);
}
