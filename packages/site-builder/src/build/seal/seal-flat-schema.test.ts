import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { createMemorySource } from '../../source/memory-source.ts';
import { buildFiles, buildSealed, compareViews } from '../../testing/check-sealed.ts';

const settings = { siteUrl: 'https://docs.example.com' };
const groups = Array.from({ length: 20 }, (_, index) => `g${index}`);

/** An object that no reader sees completely, and that is empty for readers without groups. */
function flatSchema(): object {
  const names = Array.from({ length: 40 }, (_, index) => `field${index}`);
  const properties = Object.fromEntries(
    names.map((name, index) => [
      name,
      {
        type: ['string', 'integer', 'boolean'][index % 3],
        description: `Text ${index}.`,
        'x-mint': { groups: [groups[index % groups.length], ...(index % 9 === 0 ? [groups[(index + 7) % 20]] : [])] },
      },
    ]),
  );
  const example = Object.fromEntries(names.map((name) => [name, 'x']));
  return { type: 'object', properties, required: names.filter((_, index) => index % 4 === 0), example };
}

function toFiles(schema: object): Record<string, string> {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } };
  const spec = {
    openapi: '3.1.0',
    info: { title: 'API', version: '1' },
    paths: { '/things': { post: { requestBody: { content }, responses: { 200: { description: 'ok', content } } } } },
    components: { schemas: { Thing: schema, Other: { type: 'object', properties: {} } } },
  };
  const navigation = { pages: ['index', 'api.json POST /things'] };
  return {
    'docs.json': JSON.stringify({ theme: 'mint', name: 'Site', colors: { primary: '#0d9373' }, navigation }),
    'index.mdx': 'Home',
    'api.json': JSON.stringify(spec),
  };
}

test('a schema whose properties are restricted to twenty groups is sealed completely', async () => {
  const source = createMemorySource(Object.entries(toFiles(flatSchema())));
  const sealed = await buildSealed(source, settings);
  assert.deepEqual(
    sealed.report.issues.filter(({ code }) => code === 'unsealed-page'),
    [],
  );
  for (const own of [[], ['g3'], ['g2', 'g5', 'g9', 'g19'], groups]) {
    const reader = { signedIn: true, groups: own };
    compareViews(sealed, reader, await buildFiles(source, { ...settings, restricted: { audience: reader } }));
  }
});
