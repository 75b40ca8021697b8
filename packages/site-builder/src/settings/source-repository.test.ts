import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { editUrl, issueUrl, type CodeHostKind } from './source-repository.ts';

const repository = (kind: CodeHostKind, branch = 'main', folder = '') => ({
  kind,
  url: `https://${kind}.example/acme/docs`,
  branch,
  folder,
});
const issue = { title: 'Docs: A & B', body: 'Page: /a b' };

describe('links to a page’s source', () => {
  const edits: Readonly<Record<CodeHostKind, string>> = {
    github: 'https://github.example/acme/docs/edit/feature/x/docs/site/a/b%20%23c.mdx',
    gitlab: 'https://gitlab.example/acme/docs/-/edit/feature/x/docs/site/a/b%20%23c.mdx',
    gitea: 'https://gitea.example/acme/docs/_edit/feature/x/docs/site/a/b%20%23c.mdx',
    bitbucket: 'https://bitbucket.example/acme/docs/src/feature%2Fx/docs/site/a/b%20%23c.mdx?mode=edit',
  };
  for (const [kind, expected] of Object.entries(edits) as [CodeHostKind, string][])
    test(`${kind}: the file’s address is correct for a branch with a slash, a folder and a name with special characters`, () =>
      assert.equal(editUrl(repository(kind, 'feature/x', 'docs/site'), 'a/b #c.mdx'), expected));

  test('a site at the root of its repository has no folder in the address', () =>
    assert.equal(editUrl(repository('github'), 'a.mdx'), 'https://github.example/acme/docs/edit/main/a.mdx'));

  test('title and page of a new issue are filled in if the host supports it', () => {
    const query = 'title=Docs%3A%20A%20%26%20B&body=Page%3A%20%2Fa%20b';
    assert.equal(issueUrl(repository('github'), issue), `https://github.example/acme/docs/issues/new?${query}`);
    assert.equal(issueUrl(repository('gitea'), issue), `https://gitea.example/acme/docs/issues/new?${query}`);
    assert.equal(
      issueUrl(repository('gitlab'), issue),
      'https://gitlab.example/acme/docs/-/issues/new?issue[title]=Docs%3A%20A%20%26%20B&issue[description]=Page%3A%20%2Fa%20b',
    );
    assert.equal(issueUrl(repository('bitbucket'), issue), 'https://bitbucket.example/acme/docs/issues/new');
  });
});
