import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { systemClock } from '../clock/index.ts';
import type { HttpResponse } from '../http-client/index.ts';
import { createBitbucket } from './bitbucket/create-bitbucket.ts';
import type { CodeHost } from './code-host.ts';
import { isCodeHostError, type CodeHostErrorCode } from './errors.ts';
import { createGitea } from './gitea/create-gitea.ts';
import { createGitHub } from './github/create-github.ts';
import { createGitLab } from './gitlab/create-gitlab.ts';
import { answer, createRecordingClient, type RecordingClient } from './testing/recording-client.ts';

type Json = Readonly<Record<string, unknown>>;
const sha = 'c'.repeat(40);
const address = 'https://git.example.com/acme/docs/pull/7';
const side = { ref: 'x', sha, repo: { id: 1 }, repo_id: 1 };

const hosts: Readonly<Record<string, { connect: (http: RecordingClient) => CodeHost; open: Json; merged: Json }>> = {
  github: {
    connect: (http) =>
      createGitHub({
        http,
        clock: systemClock,
        credential: { kind: 'token', token: 't' },
        webUrl: 'https://github.com',
      }).connect({ owner: 'acme', name: 'docs' }),
    open: { number: 7, html_url: address, state: 'open', title: 't', head: side, base: side },
    merged: { state: 'closed', merged: true },
  },
  gitlab: {
    connect: (http) => createGitLab({ http, webUrl: 'https://git.example.com', token: 't' }).connect('acme/docs'),
    open: { iid: 7, web_url: address, state: 'opened', title: 't', sha, source_branch: 'x', target_branch: 'main' },
    merged: { state: 'merged' },
  },
  gitea: {
    connect: (http) =>
      createGitea({ http, webUrl: 'https://git.example.com', token: 't' }).connect({ owner: 'acme', name: 'docs' }),
    open: { number: 7, html_url: address, state: 'open', title: 't', head: side, base: side },
    merged: { state: 'closed', merged: true },
  },
  bitbucket: {
    connect: (http) =>
      createBitbucket({ http, webUrl: 'https://bitbucket.org', token: 't' }).connect({
        workspace: 'acme',
        name: 'docs',
      }),
    open: {
      id: 7,
      title: 't',
      state: 'OPEN',
      links: { html: { href: address } },
      source: { branch: { name: 'x' }, commit: { hash: sha.slice(0, 12) } },
      destination: { branch: { name: 'main' } },
    },
    merged: { state: 'MERGED' },
  },
};

/** A host whose pull request is `before` until a merge is requested, and `later` afterwards. */
function openHost(kind: string, merging: () => HttpResponse | Promise<never>, before: Json = {}, later: Json = before) {
  const host = hosts[kind] ?? assert.fail(kind);
  const http = createRecordingClient();
  const asked: Json[] = [];
  http.fault = async ({ method, body }) => {
    if (method === 'GET') return answer(200, { ...host.open, ...(asked.length > 0 ? later : before) });
    asked.push(JSON.parse(String(body)) as Json);
    return merging();
  };
  const merge = () => host.connect(http).mergePullRequest(7, { expectedHead: sha, by: 'Ada' });
  return { merge, asked, merged: host.merged };
}

const refusals: readonly (readonly [string, number, Json, CodeHostErrorCode, Json?])[] = [
  ['github', 409, { message: 'Head branch was modified. Review and try the merge again.' }, 'head-moved'],
  ['github', 405, { message: 'Base branch was modified. Review and try the merge again.' }, 'unavailable'],
  ['github', 405, { message: 'Pull Request is not mergeable' }, 'merge-conflict'],
  ['github', 405, { message: 'Required status check "ci" is expected.' }, 'checks-required'],
  ['github', 405, { message: 'At least 1 approving review is required by reviewers.' }, 'merge-blocked'],
  ['github', 403, { message: 'Resource not accessible by integration' }, 'forbidden'],
  ['gitlab', 409, { message: 'SHA does not match HEAD of source branch' }, 'head-moved'],
  ['gitlab', 405, { message: '405 Method Not Allowed' }, 'merge-conflict', { detailed_merge_status: 'conflict' }],
  ['gitlab', 405, {}, 'checks-required', { detailed_merge_status: 'ci_must_pass' }],
  ['gitlab', 405, {}, 'unavailable', { detailed_merge_status: 'checking' }],
  ['gitlab', 405, {}, 'merge-blocked', { detailed_merge_status: 'not_approved' }],
  ['gitlab', 422, { message: 'Branch cannot be merged' }, 'merge-conflict'],
  ['gitlab', 401, { message: '401 Unauthorized' }, 'forbidden'],
  ['gitea', 409, { message: 'head out of date' }, 'head-moved'],
  ['gitea', 405, { message: 'Please try again later' }, 'merge-conflict', { mergeable: false }],
  ['gitea', 405, { message: 'Please try again later' }, 'unavailable', { mergeable: true }],
  ['gitea', 405, { message: 'Not all required status checks successful' }, 'checks-required'],
  ['gitea', 405, { message: 'Does not have enough approvals' }, 'merge-blocked'],
  ['gitea', 405, { message: 'User not allowed to merge PR' }, 'forbidden'],
  ['bitbucket', 409, { error: { message: 'There are merge conflicts' } }, 'merge-conflict'],
  ['bitbucket', 400, { error: { message: 'At least 1 successful build is needed' } }, 'checks-required'],
  ['bitbucket', 400, { error: { message: 'Unresolved merge checks: 1 approval' } }, 'merge-blocked'],
  ['bitbucket', 403, {}, 'forbidden'],
];

describe('merging', () => {
  for (const [kind, status, body, code, before] of refusals) {
    test(`${kind}: ${status} ${JSON.stringify({ ...body, ...before })} causes ${code}`, async () => {
      const { merge } = openHost(kind, () => answer(status, body), before);
      await assert.rejects(merge(), (error) => isCodeHostError(error, code) || assert.fail(String(error)));
    });
  }

  for (const kind of Object.keys(hosts)) {
    test(`${kind}: after a lost response, the pull request counts as merged if the host reports it as merged; otherwise, the outcome is unknown`, async () => {
      const lost = () => Promise.reject(new Error('socket hang up'));
      const { merged } = openHost(kind, lost);
      const { wasMerged, pullRequest } = await openHost(kind, lost, {}, merged).merge();
      assert.deepEqual([wasMerged, pullRequest.state], [false, 'merged']);
      await assert.rejects(openHost(kind, lost).merge(), (error) => isCodeHostError(error, 'outcome-unknown'));
    });

    test(`${kind}: a pull request that someone else merged first, with the same head, counts as merged`, async () => {
      const late = () => answer(405, { message: 'closed' });
      const { merged } = openHost(kind, late);
      assert.equal((await openHost(kind, late, {}, merged).merge()).wasMerged, true);
    });
  }

  for (const [kind, message, field] of [
    ['github', 'Merge commits are not allowed on this repository.', 'merge_method'],
    ['gitea', 'merge is not allowed an allowed merge style for this repository', 'Do'],
  ] as const) {
    test(`${kind}: the next method is tried if the repository doesn’t allow merge commits`, async () => {
      let count = 0;
      const { merge, asked } = openHost(kind, () => answer((count += 1) === 1 ? 405 : 200, { message }));
      assert.equal((await merge()).wasMerged, false);
      assert.deepEqual(
        asked.map((body) => body[field]),
        ['merge', 'squash'],
      );
      const none = openHost(kind, () => answer(405, { message }));
      await assert.rejects(none.merge(), (error) => isCodeHostError(error, 'merge-blocked'));
      assert.equal(none.asked.length, 3);
    });
  }
});
