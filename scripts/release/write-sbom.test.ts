import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { writeProvenance } from './write-provenance.ts';
import { writeSbom } from './write-sbom.ts';

const source = { version: '1.2.3', commit: 'c0ffee', date: new Date('2026-01-02T03:04:05Z') };
const digest = createHash('sha512').update('yaml').digest();
const yaml = {
  name: 'yaml',
  version: '2.9.1',
  license: 'ISC',
  integrity: `sha512-${digest.toString('base64')}`,
  path: 'node_modules/yaml',
  purl: 'pkg:npm/yaml@2.9.1',
  isOptional: false,
  isCompiled: true,
};
const other = { ...yaml, name: 'b', license: '(MIT OR CC0-1.0)', path: 'node_modules/b', isOptional: true };

test('a bill of materials lists each package with version, license, digest and scope, in a fixed order', () => {
  const artifact = { name: 'docwright', type: 'application' } as const;
  const text = writeSbom(artifact, source, [yaml, other]);
  assert.equal(writeSbom(artifact, source, [other, yaml]), text);
  const bom = JSON.parse(text) as {
    readonly specVersion: string;
    readonly metadata: { readonly timestamp: string; readonly component: object };
    readonly components: readonly object[];
    readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
  };
  assert.equal(bom.specVersion, '1.6');
  assert.equal(bom.metadata.timestamp, '2026-01-02T03:04:05.000Z');
  assert.deepEqual(bom.components[0], {
    ...bom.components[0],
    licenses: [{ expression: '(MIT OR CC0-1.0)' }],
  });
  assert.deepEqual(bom.components[1], {
    type: 'library',
    name: 'yaml',
    version: '2.9.1',
    'bom-ref': 'node_modules/yaml',
    scope: 'required',
    hashes: [{ alg: 'SHA-512', content: digest.toString('hex') }],
    licenses: [{ license: { id: 'ISC' } }],
    purl: 'pkg:npm/yaml@2.9.1',
  });
  assert.deepEqual(bom.dependencies.find(({ ref }) => ref === 'docwright')?.dependsOn, [
    'node_modules/b',
    'node_modules/yaml',
  ]);
});

test('a provenance statement names the artifacts, the commit and the tools', () => {
  const statement = JSON.parse(
    writeProvenance(source, [{ name: 'a.tgz', sha256: 'abc' }], { node: '24.0.0' }),
  ) as Record<string, unknown>;
  assert.equal(statement['_type'], 'https://in-toto.io/Statement/v1');
  assert.deepEqual(statement['subject'], [{ name: 'a.tgz', digest: { sha256: 'abc' } }]);
  const { buildDefinition } = statement['predicate'] as { readonly buildDefinition: Record<string, unknown> };
  assert.deepEqual(buildDefinition['resolvedDependencies'], [{ name: 'docwright', digest: { gitCommit: 'c0ffee' } }]);
  assert.deepEqual(buildDefinition['internalParameters'], { node: '24.0.0' });
});
