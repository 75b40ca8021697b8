import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toRepositoryName } from './to-repository-name.ts';

test('a repository’s name is its folder’s or project’s name in characters that the code host accepts', () => {
  const names = {
    'API Docs': 'api-docs',
    'my.docs_v2': 'my.docs_v2',
    'Übersicht & Café': 'ubersicht-cafe',
    'ﬁne ①': 'fine-1',
    'Ädler & Co. — docs': 'adler-co-docs',
    'a--b__c..d': 'a-b-c-d',
    '--docs--': 'docs',
    '../../etc/passwd': 'etc-passwd',
    'docs.git': 'docs',
    'a\'b"c\0d\ne': 'a-b-c-d-e',
    文档: 'docs',
    '...': 'docs',
    '': 'docs',
  };
  for (const [text, name] of Object.entries(names)) assert.equal(toRepositoryName(text), name, JSON.stringify(text));
});

test('a repository’s name has at most the allowed length, and ends with a letter or digit', () => {
  assert.equal(toRepositoryName('a'.repeat(200)), 'a'.repeat(80));
  assert.equal(toRepositoryName(`${'a'.repeat(79)} b`), 'a'.repeat(79));
  const pattern = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/;
  for (const text of ['-'.repeat(100_000), `${'.'.repeat(79)}x.git`, 'ͤ'.repeat(1_000), 'a..git.git', '\uD800x'])
    assert.match(toRepositoryName(text), pattern);
});
