import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { repositoryFolder, toGithubCommands, toGitlabReport, toRepositoryPath } from './to-code-host-format.ts';

const issue = {
  path: 'guides/a,b.mdx',
  line: 3,
  column: 5,
  severity: 'error',
  code: 'broken-link',
  message: '100% broken:\nno page',
} as const;

describe('issues in code host formats', () => {
  test('paths are relative to the checked-out repository', () => {
    const context = { env: { GITHUB_WORKSPACE: '/github/workspace', CI_PROJECT_DIR: '/builds/docs' }, cwd: '/x' };
    assert.equal(repositoryFolder('github', context), '/github/workspace');
    assert.equal(repositoryFolder('gitlab', context), '/builds/docs');
    assert.equal(repositoryFolder('gitlab', { env: {}, cwd: '/x' }), '/x');
    assert.equal(toRepositoryPath('/builds/docs/site', '/builds/docs')('a.mdx'), 'site/a.mdx');
    assert.equal(toRepositoryPath('/builds/docs', '/builds/docs/')('a.mdx'), 'a.mdx');
  });

  test('a path or a message can’t end or extend a workflow command', () => {
    const pathOf = (path: string): string => `docs/${path}`;
    assert.equal(
      toGithubCommands(
        [issue, { ...issue, line: undefined, column: undefined, severity: 'info', fix: 'Fix it.' }] as never,
        pathOf,
      ),
      '::error file=docs/guides/a%2Cb.mdx,line=3,col=5,title=broken-link::100%25 broken:%0Ano page\n' +
        '::notice file=docs/guides/a%2Cb.mdx,title=broken-link::100%25 broken:%0Ano page Fix it.',
    );
  });

  test('a report’s fingerprints are unique and don’t depend on the issues’ lines', () => {
    const [first, second, moved] = [
      ...toGitlabReport([issue, { ...issue, line: 9 }], (path) => path),
      ...toGitlabReport([{ ...issue, line: 40 }], (path) => path),
    ] as readonly { readonly fingerprint: string }[];
    assert.notEqual(first?.fingerprint, second?.fingerprint);
    assert.equal(first?.fingerprint, moved?.fingerprint);
    assert.deepEqual(first, {
      description: issue.message,
      check_name: 'broken-link',
      fingerprint: first?.fingerprint,
      severity: 'major',
      location: { path: issue.path, lines: { begin: 3 } },
    });
  });
});
