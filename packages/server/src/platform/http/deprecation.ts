import type { Operation } from '@docwright/contract';

/** The manual's section on how long deprecated parts of the API remain available. */
const policyPath = '/docs/operate/upgrade#compatibility-policy';

/**
 * Longer paths, which no resource has, aren't repeated, because clients refuse responses with more than 16 KB of
 * headers.
 */
const maxPath = 1_000;

/**
 * Headers for all responses of a deprecated operation, including errors: `Deprecation` (RFC 9745), `Sunset` (RFC 8594),
 * and links to the policy and to the successor (RFC 5829).
 * @param params the parameters in the request's path
 */
export function deprecationHeaders(
  { deprecated }: Pick<Operation, 'deprecated'>,
  params: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (deprecated === undefined) return {};
  const { since, sunset, successor } = deprecated;
  const links = [`<${policyPath}>; rel="deprecation"; type="text/html"`];
  const path = successor === undefined ? undefined : fillPath(successor, params);
  if (path !== undefined && path.length <= maxPath) links.push(`<${path}>; rel="successor-version"`);
  return {
    deprecation: `@${Date.parse(`${since}T00:00:00Z`) / 1000}`,
    sunset: new Date(`${sunset}T00:00:00Z`).toUTCString(),
    link: links.join(', '),
  };
}

const fillPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

interface Fields {
  readonly properties?: Readonly<Record<string, object>>;
}

/** A body's fields that its schema marks as `deprecated`. */
export function findDeprecatedFields({ properties = {} }: Fields, body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const isDeprecated = (schema: object): boolean => 'deprecated' in schema && schema.deprecated === true;
  return Object.entries(properties).flatMap(([name, schema]) =>
    isDeprecated(schema) && Object.hasOwn(body, name) ? [name] : [],
  );
}
