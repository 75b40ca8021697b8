import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listOwners } from './find-code-owners.ts';

const file = `# Owners
*            @ada
*.md         @bob @acme/writers ann@example.com
/docs/       @eve
docs/api/*   @api-team # The files themselves
build.log    @ops
/docs/legal/
`;

test('the last matching rule of a CODEOWNERS file names the reviewers', () => {
  for (const [path, owners] of [
    ['src/a.ts', ['ada']],
    ['README.md', ['bob']],
    ['guide/deep/README.md', ['bob']],
    ['docs/a.mdx', ['eve']],
    ['docs/deep/a.md', ['eve']],
    ['docs/api/users.mdx', ['api-team']],
    ['docs/api/v2/users.mdx', ['eve']],
    ['x/build.log', ['ops']],
    ['docs/legal/terms.mdx', []],
  ] as const)
    assert.deepEqual(listOwners(file, [path]), owners, path);
});

test('owners of more files come first, and at most five owners are returned', () => {
  const many = `${Array.from({ length: 9 }, (_, n) => `/p${n}.mdx @u${n}`).join('\n')}\n/q/ @u8\n`;
  const paths = [...Array.from({ length: 9 }, (_, n) => `p${n}.mdx`), 'q/a.mdx', 'q/b.mdx'];
  assert.deepEqual(listOwners(many, paths), ['u8', 'u0', 'u1', 'u2', 'u3']);
});

test('GitLab sections have default owners', () => {
  const sections = '[Docs] @ada\n/docs/\n^[API][2] @bob\n/api/ @eve\n';
  assert.deepEqual(listOwners(sections, ['docs/a.mdx']), ['ada']);
  assert.deepEqual(listOwners(sections, ['api/a.mdx']), ['eve']);
});

test('a file without valid rules names no reviewers', () => {
  for (const text of ['', '# *', '/', '[', '@ada', '{'.repeat(500), '\0'])
    assert.deepEqual(listOwners(text, ['a.mdx']), [], text);
});
