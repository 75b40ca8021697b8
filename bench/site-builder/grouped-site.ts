import type { GeneratedPage } from './generate-site.ts';

const perSection = 25;

/**
 * Returns the files of a generated site in which every second section is for one group, with an API whose schema has a
 * property for each group. Without restrictions, the same pages and properties are for everyone.
 */
export function groupedSite(
  pages: readonly GeneratedPage[],
  groups: readonly string[],
  operations = 20,
  isRestricted = true,
): [string, string][] {
  const sections = Array.from({ length: Math.ceil(pages.length / perSection) }, (_, index) => {
    const own = pages.slice(index * perSection, (index + 1) * perSection);
    const group = index % 2 === 0 ? undefined : groups[((index - 1) / 2) % groups.length];
    return {
      group: `Section ${index}`,
      ...(group !== undefined && isRestricted && { groups: [group] }),
      pages: own.map(({ path }) => path),
    };
  });
  const properties = Object.fromEntries(
    groups.map((group) => [
      `for_${group}`,
      { type: 'string', description: `For ${group}.`, ...(isRestricted && { 'x-mint': { groups: [group] } }) },
    ]),
  );
  const operation = (index: number): object => ({
    summary: `Operation ${index}`,
    responses: {
      200: { description: 'ok', content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
    },
  });
  const spec = {
    openapi: '3.1.0',
    info: { title: 'API', version: '1' },
    paths: Object.fromEntries(
      Array.from({ length: operations }, (_, index) => [`/things/${index}`, { get: operation(index) }]),
    ),
    components: { schemas: { Thing: { type: 'object', properties: { id: { type: 'string' }, ...properties } } } },
  };
  const tabs = [
    { tab: 'Guides', groups: sections },
    { tab: 'API', openapi: 'openapi.json' },
  ];
  const config = { theme: 'mint', name: 'Bench', colors: { primary: '#0d9373' }, navigation: { tabs } };
  return [
    ['docs.json', JSON.stringify(config)],
    ['openapi.json', JSON.stringify(spec)],
    ...pages.map(({ path, title, description, body }): [string, string] => [
      `${path}.mdx`,
      `---\ntitle: "${title}"\ndescription: "${description}"\n---\n\n${body}`,
    ]),
  ];
}
