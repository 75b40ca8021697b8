import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExportIssue } from '@docwright/sdk';
import { groupIssues } from './group-issues.ts';
import { embeddedHost, toSourceLink } from './source-link.ts';

const at = (repository: string, line: number | null = 7) => ({ repository, commit: 'abc', path: 'docs/a b.mdx', line });
const hosts = [{ name: 'gitea', url: 'https://git.example.com' }];

test('a line links to its address on the code host', () => {
  assert.equal(
    toSourceLink(at('https://github.com/owner/name.git'), hosts),
    'https://github.com/owner/name/blob/abc/docs/a%20b.mdx?plain=1#L7',
  );
  assert.equal(
    toSourceLink(at('https://gitlab.com/a/b/c', null), hosts),
    'https://gitlab.com/a/b/c/-/blob/abc/docs/a%20b.mdx',
  );
  assert.equal(
    toSourceLink(at('https://git.example.com/o/n'), hosts),
    'https://git.example.com/o/n/src/commit/abc/docs/a%20b.mdx?display=source#L7',
  );
});

test('a line in an embedded repository links to an address below the service’s base URL', () => {
  for (const base of ['http://localhost:4600', 'https://tools.example.com/docwright']) {
    assert.equal(
      toSourceLink(at(`${base}/git/@acme/docs.git`), [embeddedHost(base)]),
      `${base}/repositories/@acme/docs?file=docs%2Fa+b.mdx&commit=abc#L7`,
    );
    assert.equal(toSourceLink(at(`${base}/gitea/docs`), [embeddedHost(base)]), undefined);
    assert.equal(toSourceLink(at('https://other.example/git/docs.git'), [embeddedHost(base)]), undefined);
  }
});

test('addresses on unknown hosts and other kinds of addresses have no link', () => {
  assert.equal(toSourceLink(at('https://elsewhere.example/o/n'), hosts), undefined);
  assert.equal(toSourceLink(at('javascript:alert(1)'), hosts), undefined);
});

test('findings are grouped by page, pages with errors first', () => {
  const issue = (path: string, line: number, severity: ExportIssue['severity']): ExportIssue => ({
    path,
    line,
    severity,
    code: 'x',
    message: 'm',
  });
  const pages = groupIssues([issue('a', 9, 'warning'), issue('b', 3, 'warning'), issue('b', 1, 'error')]);
  assert.deepEqual(
    pages.map(({ path, errors, issues }) => [path, errors, issues.map(({ line }) => line)]),
    [
      ['b', 1, [1, 3]],
      ['a', 0, [9]],
    ],
  );
});
