import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createMemorySource } from '../../source/memory-source.ts';
import { buildFiles, buildSealed, compareViews, viewFor } from '../../testing/check-sealed.ts';

const settings = { siteUrl: 'https://docs.example.com' };
const groups = Array.from({ length: 10 }, (_, index) => `g${index}`);

const property = fc.record({
  group: fc.nat({ max: groups.length - 1 }),
  isOpen: fc.boolean(),
  parent: fc.option(fc.nat({ max: groups.length - 1 }), { nil: undefined }),
  isRequired: fc.boolean(),
  kind: fc.constantFrom('string', 'enum', 'array'),
});
const randomSchema = fc.array(property, { minLength: groups.length, maxLength: groups.length + 4 });
type RandomSchema = typeof randomSchema extends fc.Arbitrary<infer T> ? T : never;

const marker = (index: number): string => `zqfield${index}q`;

/** Property `index` with its children. */
function toSchema(all: RandomSchema, index: number): object {
  const { group, isOpen, kind } = all[index] ?? { group: 0, isOpen: true, kind: 'string' };
  const inside = childrenOf(all, index);
  const shape =
    inside.length > 0
      ? objectOf(all, inside)
      : { string: { type: 'string' }, enum: { enum: ['x', 'y'] }, array: { type: 'array', items: {} } }[kind];
  const mint = isOpen ? {} : { 'x-mint': { groups: [groups[index < groups.length ? index : group]] } };
  return { ...shape, description: `${marker(index)}text`, ...mint };
}

function objectOf(all: RandomSchema, indexes: readonly number[]): object {
  const required = indexes.filter((index) => all[index]?.isRequired).map(marker);
  const properties = Object.fromEntries(indexes.map((index) => [marker(index), toSchema(all, index)])) as object;
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

/** Returns the positions of a property's children. A parent precedes its children. */
function childrenOf(all: RandomSchema, parent: number | undefined): number[] {
  return all.flatMap((one, index) => {
    const own = one.parent !== undefined && one.parent < index ? one.parent : undefined;
    return own === parent ? [index] : [];
  });
}

function toFiles(all: RandomSchema): Record<string, string> {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } };
  const operation = { summary: 'Things', requestBody: { content }, responses: { 200: { description: 'ok', content } } };
  const spec = {
    openapi: '3.1.0',
    info: { title: 'API', version: '1' },
    paths: { '/things': { post: operation } },
    components: { schemas: { Thing: objectOf(all, childrenOf(all, undefined)) } },
  };
  const navigation = { pages: ['index', 'api.json POST /things'] };
  return {
    'docs.json': JSON.stringify({ theme: 'mint', name: 'Site', colors: { primary: '#0d9373' }, navigation }),
    'index.mdx': 'Home',
    // The specification is formatted on several lines, as an author writes it.
    'api.json': JSON.stringify(spec, null, 2),
  };
}

const readers = [[], ['g3'], ['g0', 'g1'], ['g2', 'g5', 'g9'], groups.slice(1), groups].map((own) => ({
  signedIn: true,
  groups: own,
}));

test('readers see no parts for other groups, and all parts for their groups unless an issue is reported', async () => {
  let partial = 0;
  let exact = 0;
  await fc.assert(
    fc.asyncProperty(randomSchema, async (all) => {
      const source = createMemorySource(Object.entries(toFiles(all)));
      const sealed = await buildSealed(source, settings);
      const isPartial = sealed.report.issues.some(({ code }) => code === 'unsealed-page');
      for (const reader of readers) {
        const built = await buildFiles(source, { ...settings, restricted: { audience: reader } });
        if (isPartial) assertNoLeak(viewFor(sealed, reader), built);
        else compareViews(sealed, reader, built);
      }
      if (isPartial) partial++;
      else exact++;
    }),
    { numRuns: Number(process.env['SEAL_RUNS'] ?? 4) },
  );
  if (process.env['SEAL_RUNS'] !== undefined) console.log({ exact, partial });
});

/** Asserts that every word that a reader sees is in the site that was built for this reader. */
function assertNoLeak(view: ReadonlyMap<string, Buffer>, built: ReadonlyMap<string, Buffer>): void {
  const wordsIn = (files: ReadonlyMap<string, Buffer>): Set<string> =>
    new Set([...files.values()].flatMap((bytes) => bytes.toString().match(/zqfield\d+q/g) ?? []));
  const allowed = wordsIn(built);
  for (const word of wordsIn(view)) assert.ok(allowed.has(word), `${word} is for other readers`);
}
