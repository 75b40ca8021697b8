import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import { toBundleIdentity } from './bundle-identity.ts';
import type { BundleContents } from './pack-site.ts';

const project = {
  id: 'proj_a',
  organization_id: 'org_a',
  name: 'Docs',
  repository: 'https://code.example.com/a/docs',
  branch: 'main',
  docs_folder: '',
  deployment_kind: 'cloud',
  features: { search: true, playground: true },
} as unknown as ProjectRow;
const contents: BundleContents = {
  project,
  commit: 'a'.repeat(40),
  siteUrl: 'https://docs.example.com',
  basePath: '',
  paths: null,
  policy: { restricted: 'exclude', excludeOrphans: false },
  version: 'a'.repeat(40),
  domain: 'docs.example.com',
  repositoryUrl: 'https://code.example.com/a/docs',
  specs: [],
};
const maker = { generator: 'docwright 1', signer: undefined };
const spec = (digit: string) => ({
  url: 'https://api.example.com/openapi.json',
  bytes: new Uint8Array(),
  sha256: digit.repeat(64),
});
const other = (changes: object): BundleContents => ({
  ...contents,
  project: { ...project, ...changes },
});

test('every part of a bundle changes its identity', () => {
  const identities = [
    toBundleIdentity(maker, contents),
    toBundleIdentity({ ...maker, generator: 'docwright 2' }, contents),
    toBundleIdentity({ ...maker, signer: 'f'.repeat(64) }, contents),
    toBundleIdentity(maker, { ...contents, commit: 'b'.repeat(40) }),
    toBundleIdentity(maker, { ...contents, siteUrl: 'https://other.example.com' }),
    toBundleIdentity(maker, { ...contents, domain: 'other.example.com' }),
    toBundleIdentity(maker, { ...contents, editorUrl: 'https://docs.example/edit/prj_1/main' }),
    toBundleIdentity(maker, { ...contents, basePath: '/docs' }),
    toBundleIdentity(maker, { ...contents, version: '1' }),
    toBundleIdentity(maker, { ...contents, paths: ['a'] }),
    toBundleIdentity(maker, { ...contents, paths: ['a', 'b'] }),
    toBundleIdentity(maker, { ...contents, policy: { restricted: 'refuse', excludeOrphans: false } }),
    toBundleIdentity(maker, { ...contents, policy: { restricted: 'exclude', excludeOrphans: true } }),
    toBundleIdentity(maker, { ...contents, specs: [spec('1')] }),
    toBundleIdentity(maker, { ...contents, specs: [spec('2')] }),
    toBundleIdentity(maker, { ...contents, specs: [{ url: spec('1').url, problem: 'the host returned status 500.' }] }),
    toBundleIdentity(maker, other({ docs_folder: 'docs' })),
    toBundleIdentity(maker, other({ branch: 'next' })),
    toBundleIdentity(maker, other({ deployment_kind: 'air-gapped' })),
    toBundleIdentity(maker, other({ features: { search: false, playground: true } })),
  ];
  assert.equal(new Set(identities).size, identities.length);
  for (const identity of identities) assert.match(identity, /^[0-9a-f]{64}$/);
});

test('neither the order of features and pages nor the name of the project matters', () => {
  const same = toBundleIdentity(maker, contents);
  assert.equal(toBundleIdentity(maker, other({ features: { playground: true, search: true } })), same);
  assert.equal(toBundleIdentity(maker, other({ name: 'Renamed', updated_at: new Date() })), same);
  assert.equal(
    toBundleIdentity(maker, { ...contents, paths: ['b', 'a'] }),
    toBundleIdentity(maker, { ...contents, paths: ['a', 'b'] }),
  );
});
