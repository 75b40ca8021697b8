import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyEdits, meets, type Audience } from '@docwright/site-access/rules';
import fc from 'fast-check';
import { defaultApiSettings, renderApiPage } from '../openapi/index.ts';
import { fakeContext } from '../openapi/fake-context.ts';
import { defaultBuildSettings } from '../settings/build-settings.ts';
import type { BuildSettings } from '../settings/build-settings.ts';
import {
  Choices,
  conditionOf,
  planSite,
  separateEdits,
  type ApiReference,
  type SitePlan,
  type SeparatedFile,
} from '../site/index.ts';
import { Exploration } from '../site/readers/spec-outcomes/exploration.ts';
import { sealSpecFile } from '../site/readers/spec-outcomes/seal-spec-file.ts';
import { SpecOutcomes } from '../site/readers/spec-outcomes/spec-outcomes.ts';
import { findRestrictedSpecs } from '../site/readers/specs/reduce-specs.ts';
import type { SealedFile } from '../source/output-file.ts';
import { createMemorySource } from '../source/memory-source.ts';
import { partialSource } from '../source/partial-source.ts';
import type { SiteSource } from '../source/site-source.ts';
import { randomApi, toApiFiles, type RandomApi } from '../testing/random-api.ts';

const names = ['a', 'b', 'c'];
const everyone: Audience = { isSignedIn: false, groups: new Set() };
const audiences: readonly Audience[] = [
  everyone,
  ...Array.from({ length: 2 ** names.length }, (_, bits) => ({
    isSignedIn: true,
    groups: new Set(names.filter((_name, index) => (bits & (1 << index)) !== 0)),
  })),
];

function planFor(source: SiteSource, restricted: BuildSettings['restricted']): SitePlan {
  return planSite({ source, maxBytes: 1e9 }, { ...defaultBuildSettings, restricted }, () => undefined);
}

function rendered(reference: ApiReference | undefined): string {
  if (reference === undefined) return 'none';
  const { needs, content, requestExamples, responseExamples, markdown, ...page } = renderApiPage(
    { reference, settings: defaultApiSettings },
    fakeContext(),
  );
  return [content, requestExamples, responseExamples, markdown, JSON.stringify([...needs, page])].join('\n');
}

interface Checked {
  pages: number;
  files: number;
  outcomes: number;
}

/** Compares the content that each audience sees with a build for that audience. */
function check(files: Record<string, string>, checked: Checked): void {
  const source = createMemorySource(Object.entries(files));
  const whole = planFor(source, 'include');
  const { catalog, pages, rules } = whole;
  const outcomes = new SpecOutcomes({ source, catalog, found: findRestrictedSpecs(source, catalog), pages, rules });
  const choices = new Choices();
  const sealed = new Map(
    outcomes.files().map((path) => [path, sealSpecFile(path, (isMet) => outcomes.file(path, isMet), choices)]),
  );
  const open = partialSource(source, planFor(source, 'exclude'));
  const seenPages = new Map<string, SeparatedFile>();
  for (const page of pages) {
    const exploration = Exploration.of((isMet) => rendered(outcomes.reference(page, isMet)));
    checked.outcomes += exploration.results.length;
    const known = conditionOf(rules.get(page.page.path)?.rule);
    seenPages.set(
      page.page.path,
      separateEdits(
        exploration.text((value) => value, choices),
        choices,
        known,
      ),
    );
  }
  for (const audience of audiences) {
    const plan = planFor(source, {
      audience: { signedIn: audience.isSignedIn, groups: [...audience.groups] },
    });
    const visible = partialSource(source, plan);
    for (const path of source.paths) {
      if (path.endsWith('.mdx')) continue;
      const shown = fileFor(audience, sealed.get(path), open.read(path));
      assert.equal(text(shown), text(visible.read(path)), `${path} for ${[...audience.groups].join()}`);
      checked.files += 1;
    }
    for (const { page, reference } of plan.pages) {
      const { bytes = new Uint8Array(), edits = [] } = seenPages.get(page.path) ?? {};
      const shown = text(applyEdits(bytes, edits, audience));
      assert.equal(shown, rendered(reference), `${page.path} for ${[...audience.groups].join()}`);
      checked.pages += 1;
    }
  }
}

/** The response that a server assembles. */
function fileFor(
  audience: Audience,
  sealed: SealedFile | undefined,
  open: Uint8Array | undefined,
): Uint8Array | undefined {
  if (sealed?.when !== undefined && !meets(sealed.when, audience)) return undefined;
  const stored = sealed?.bytes ?? open;
  return sealed === undefined || stored === undefined ? stored : applyEdits(stored, sealed.edits, audience);
}

function text(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? 'none' : Buffer.from(bytes).toString();
}

test('a reader sees the same parts of a specification as in a build for that reader, in pages and as a file', () => {
  const checked = { pages: 0, files: 0, outcomes: 0 };
  fc.assert(
    fc.property(randomApi, (api: RandomApi) => check(toApiFiles(api), checked)),
    { numRuns: 15 },
  );
  assert.ok(checked.pages > 100 && checked.outcomes > 50, JSON.stringify(checked));
});

type Json = Record<string, unknown>;
const mint = (...groups: string[]): Json => ({ 'x-mint': { groups } });
const ref = (target: string): Json => ({ $ref: target });

const operation = (schema: Json, media: Json = {}): Json => ({
  responses: { 200: { description: 'ok', content: { 'application/json': { schema, ...media } } } },
});

function site(paths: Json, components: Json, more: Record<string, string> = {}): Record<string, string> {
  const navigation = { groups: [{ group: 'API', openapi: 'api.json' }] };
  return {
    'docs.json': JSON.stringify({ theme: 'mint', name: 'T', colors: { primary: '#000' }, navigation }),
    'api.json': JSON.stringify({ openapi: '3.1.0', info: { title: 'S', version: '1' }, paths, components }),
    ...more,
  };
}

describe('groups affect a page', () => {
  const secret = { type: 'object', properties: { own: { type: 'string', ...mint('a') } } };
  const rows: Record<string, Record<string, string>> = {
    'through an example that another operation also has': site(
      {
        '/a': { get: operation({ type: 'object' }, { examples: { e: ref('#/components/examples/E') } }) },
        '/b': { get: operation(secret, { examples: { e: ref('#/components/examples/E') } }) },
      },
      { examples: { E: { value: { own: 1, open: 2 } } } },
    ),
    'through the names of required properties in a schema that another schema extends': site(
      { '/a': { get: operation(ref('#/components/schemas/Base')) } },
      {
        schemas: {
          Base: { type: 'object', required: ['own'] },
          Whole: { allOf: [ref('#/components/schemas/Base'), secret] },
        },
      },
    ),
    'through the context of a part that it refers to': site(
      {
        '/a': { get: operation(ref('#/components/schemas/Secret/properties/own')) },
        '/b': { get: operation(ref('#/components/schemas/Secret')) },
      },
      { schemas: { Secret: { ...secret, ...mint('b') } } },
    ),
    'through the page of an operation that it refers to': site(
      {
        '/a': {
          get: operation(ref('#/paths/~1b/get/responses/200/content/application~1json/schema')),
        },
        '/b': { get: { ...operation(secret), ...mint('b') } },
      },
      {},
    ),
    'through other files': site(
      { '/a': { get: operation(ref('more.json#/Some')) } },
      {},
      {
        'more.json': JSON.stringify({ Some: { properties: { deep: ref('most.json') } } }),
        'most.json': JSON.stringify(secret),
      },
    ),
  };
  for (const [name, files] of Object.entries(rows))
    test(name, () => {
      const checked = { pages: 0, files: 0, outcomes: 0 };
      check(files, checked);
      assert.ok(checked.outcomes > Object.keys(JSON.parse(files['api.json'] ?? '{}').paths as Json).length);
    });
});

test('a page asks only about groups that affect it', () => {
  const paths = Array.from({ length: 8 }, (_, index) => [
    `/o${index}`,
    { get: operation({ properties: { own: mint(`g${index}`), shared: ref('#/components/schemas/Shared') } }) },
  ]);
  const files = site(Object.fromEntries(paths) as Json, { schemas: { Shared: { properties: { x: mint('shared') } } } });
  const source = createMemorySource(Object.entries(files));
  const { catalog, pages, rules } = planFor(source, 'include');
  const specs = new SpecOutcomes({ source, catalog, found: findRestrictedSpecs(source, catalog), pages, rules });
  for (const page of pages)
    assert.equal(Exploration.of((isMet) => specs.reference(page, isMet)).results.length, 4, page.page.path);
});
