import type { Operation } from '@docwright/contract';

/** The section of the manual that states how long deprecated parts of the API remain available. */
const policyPath = '/docs/operate/upgrade#compatibility-policy';

/**
 * Headers for all responses of a deprecated operation, including errors: `Deprecation` (RFC 9745), `Sunset` (RFC 8594).
 */
export function deprecationHeaders({ deprecated }: Pick<Operation, 'deprecated'>): Readonly<Record<string, string>> {
  if (deprecated === undefined) return {};
  const seconds = Date.parse(`${deprecated.since}T00:00:00Z`) / 1000;
  return {
    deprecation: `@${seconds}`,
    sunset: new Date(`${deprecated.sunset}T00:00:00Z`).toUTCString(),
    link: `<${policyPath}>; rel="deprecation"; type="text/html"`,
  };
}

interface Fields {
  readonly properties?: Readonly<Record<string, object>>;
}

/** The fields of a body that its schema marks as `deprecated`. */
export function findDeprecatedFields({ properties = {} }: Fields, body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const isDeprecated = (schema: object): boolean => 'deprecated' in schema && schema.deprecated === true;
  return Object.entries(properties).flatMap(([name, schema]) =>
    isDeprecated(schema) && Object.hasOwn(body, name) ? [name] : [],
  );
}
