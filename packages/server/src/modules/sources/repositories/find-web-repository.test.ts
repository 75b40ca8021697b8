import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFindWebRepository } from './find-web-repository.ts';
import type { AddressRules } from './repository-address.ts';

const rules: AddressRules = {
  baseUrl: 'https://docs.example.com',
  hosts: [
    { kind: 'github', webUrl: 'https://github.com' },
    { kind: 'bitbucket', webUrl: 'https://bitbucket.org' },
  ],
  ownHosts: {
    list: async (organizationId) =>
      organizationId === 'org_a' ? [{ kind: 'gitea', webUrl: 'https://git.example.com/forge' }] : [],
    covers: async () => true,
    connect: async () => undefined,
  },
};
const find = createFindWebRepository(rules);

describe('a repository’s address for readers', () => {
  test('has the kind of the code host', async () => {
    assert.deepEqual(await find('org_a', 'https://github.com/acme/docs'), {
      kind: 'github',
      url: 'https://github.com/acme/docs',
    });
    assert.equal((await find('org_a', 'https://bitbucket.org/acme/docs'))?.kind, 'bitbucket');
  });

  test('includes an organization’s own code host only for that organization', async () => {
    const stored = 'https://git.example.com/forge/acme/docs';
    assert.deepEqual(await find('org_a', stored), { kind: 'gitea', url: stored });
    assert.equal(await find('org_b', stored), undefined);
  });

  test('doesn’t exist for repositories on the embedded code host and on unknown hosts', async () => {
    assert.equal(await find('org_a', 'local:docs'), undefined);
    assert.equal(await find('org_a', 'https://elsewhere.example/acme/docs'), undefined);
  });
});
