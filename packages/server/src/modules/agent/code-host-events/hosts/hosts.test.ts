import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { isCodeHostError } from '../../../../platform/code-host/index.ts';
import type { HostEvent, HookFormat, RequestHeaders } from '../host-event.ts';
import { bitbucketHooks } from './bitbucket.ts';
import { giteaHooks } from './gitea.ts';
import { githubHooks } from './github.ts';
import { gitlabHooks } from './gitlab.ts';

const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const body = Buffer.from('{"text":"ü 漢字"}');
const nowMs = Date.parse('2026-11-22T00:00:00Z');
const hex = (key: string): string => createHmac('sha256', key).update(body).digest('hex');

describe('a signature', () => {
  const hosts: readonly [string, HookFormat, (key: string) => RequestHeaders][] = [
    ['github', githubHooks, (key) => ({ 'x-hub-signature-256': `sha256=${hex(key)}` })],
    ['gitea', giteaHooks, (key) => ({ 'x-gitea-signature': hex(key) })],
    ['forgejo', giteaHooks, (key) => ({ 'x-forgejo-signature': hex(key) })],
    ['bitbucket', bitbucketHooks, (key) => ({ 'x-hub-signature': `sha256=${hex(key)}` })],
    ['gitlab by token', gitlabHooks, (key) => ({ 'x-gitlab-token': key })],
    ['gitlab by signing token', gitlabHooks, (key) => standard(key, nowMs)],
  ];
  for (const [name, format, sign] of hosts) {
    test(`of ${name} is valid with the secret, and invalid with another secret, for another body, or if missing`, () => {
      assert.ok(format.isSigned({ headers: sign(secret), body, secret, nowMs }));
      const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
      assert.ok(!format.isSigned({ headers: sign(other), body, secret, nowMs }));
      assert.ok(!format.isSigned({ headers: {}, body, secret, nowMs }));
      if (name === 'gitlab by token') return;
      const altered = Buffer.from(`${body.toString()} `);
      assert.ok(!format.isSigned({ headers: sign(secret), body: altered, secret, nowMs }));
    });
  }

  test('of GitLab is invalid if it is older than five minutes', () => {
    assert.ok(!gitlabHooks.isSigned({ headers: standard(secret, nowMs - 301_000), body, secret, nowMs }));
  });

  function standard(key: string, atMs: number): RequestHeaders {
    const signature = new Webhook(key).sign('msg_1', new Date(atMs), body.toString());
    return {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(atMs / 1000),
      'webhook-signature': signature,
    };
  }
});

const repository = { full_name: 'acme/docs' };
const ada = { login: 'ada', type: 'User' };
const comment = { id: 7, body: '@docwright shorten it', user: ada };
const commentEvent = { kind: 'comment', repository: 'acme/docs', pullRequest: 3, body: '@docwright shorten it' };
const person = { id: 'ada', name: 'ada', isBot: false };

const zero = '0'.repeat(40);
const one = '1'.repeat(40);
const gitlabProject = { path_with_namespace: 'acme/docs' };
const moved = { kind: 'branch-moved', repository: 'acme/docs', by: 'ada' } as const;
const changed = { kind: 'pull-request-changed', repository: 'acme/docs', pullRequest: 3, by: 'ada' } as const;

const cases: readonly {
  readonly what: string;
  readonly format: HookFormat;
  readonly headers?: RequestHeaders;
  readonly payload: object;
  readonly event: HostEvent | RegExp;
}[] = [
  {
    what: 'github: a comment on a pull request',
    format: githubHooks,
    headers: { 'x-github-event': 'issue_comment' },
    payload: { action: 'created', repository, issue: { number: 3, pull_request: {} }, comment },
    event: { ...commentEvent, kind: 'comment', commentId: 'comment-7', author: person, isReview: false, place: null },
  },
  {
    what: 'github: a comment on an issue',
    format: githubHooks,
    headers: { 'x-github-event': 'issue_comment' },
    payload: { action: 'created', repository, issue: { number: 3, title: 'Why', body: null }, comment },
    event: {
      ...commentEvent,
      kind: 'comment',
      isOnIssue: true,
      subject: { title: 'Why', text: '' },
      commentId: 'comment-7',
      author: person,
      isReview: false,
      place: null,
    },
  },
  {
    what: 'github: an edited comment',
    format: githubHooks,
    headers: { 'x-github-event': 'issue_comment' },
    payload: { action: 'edited', repository, issue: { number: 3, pull_request: {} }, comment },
    event: /issue_comment.edited is not supported/,
  },
  {
    what: 'github: a comment on a line, by a bot',
    format: githubHooks,
    headers: { 'x-github-event': 'pull_request_review_comment' },
    payload: {
      action: 'created',
      repository,
      pull_request: { number: 3 },
      comment: { ...comment, path: 'a.mdx', line: 12, user: { login: 'x[bot]', type: 'Bot' } },
    },
    event: {
      ...commentEvent,
      kind: 'comment',
      commentId: 'review-comment-7',
      author: { id: 'x[bot]', name: 'x[bot]', isBot: true },
      isReview: true,
      place: { path: 'a.mdx', line: 12 },
    },
  },
  {
    what: 'github: a review without text',
    format: githubHooks,
    headers: { 'x-github-event': 'pull_request_review' },
    payload: { action: 'submitted', repository, pull_request: { number: 3 }, review: { id: 1, body: null, user: ada } },
    event: /review has no text/,
  },
  {
    what: 'github: a merged pull request',
    format: githubHooks,
    headers: { 'x-github-event': 'pull_request' },
    payload: { action: 'closed', repository, pull_request: { number: 3, merged: true }, sender: ada },
    event: { kind: 'pull-request-ended', repository: 'acme/docs', pullRequest: 3, state: 'merged', by: 'ada' },
  },
  {
    what: 'gitlab: a note on a line',
    format: gitlabHooks,
    payload: {
      object_kind: 'note',
      user: { id: 5, username: 'ada' },
      project: { path_with_namespace: 'acme/docs' },
      merge_request: { iid: 3 },
      object_attributes: {
        id: 7,
        note: '@docwright shorten it',
        action: 'create',
        system: false,
        position: { new_path: 'a.mdx', new_line: 12 },
      },
    },
    event: {
      ...commentEvent,
      kind: 'comment',
      commentId: 'note-7',
      author: { id: '5', name: 'ada', isBot: false },
      isReview: true,
      place: { path: 'a.mdx', line: 12 },
    },
  },
  {
    what: 'gitlab: a note on an issue',
    format: gitlabHooks,
    payload: {
      object_kind: 'note',
      user: { id: 5, username: 'ada' },
      project: { path_with_namespace: 'acme/docs' },
      issue: { iid: 3, title: 'Why', description: 'Because.' },
      object_attributes: { id: 7, note: '@docwright shorten it', action: 'create', system: false },
    },
    event: {
      ...commentEvent,
      kind: 'comment',
      isOnIssue: true,
      subject: { title: 'Why', text: 'Because.' },
      commentId: 'note-7',
      author: { id: '5', name: 'ada', isBot: false },
      isReview: false,
      place: null,
    },
  },
  {
    what: 'gitlab: a note on a commit',
    format: gitlabHooks,
    payload: { object_kind: 'note', commit: { id: 'a' }, object_attributes: { id: 7, note: 'x', action: 'create' } },
    event: /neither on a merge request nor on an issue/,
  },
  {
    what: 'gitlab: an edited note on an issue',
    format: gitlabHooks,
    payload: { object_kind: 'note', issue: { iid: 3 }, object_attributes: { id: 7, note: 'x', action: 'update' } },
    event: /edited/,
  },
  {
    what: 'gitlab: a note by GitLab itself',
    format: gitlabHooks,
    payload: { object_kind: 'note', merge_request: { iid: 3 }, object_attributes: { id: 7, note: 'x', system: true } },
    event: /GitLab wrote/,
  },
  {
    what: 'gitlab: a closed merge request',
    format: gitlabHooks,
    payload: {
      object_kind: 'merge_request',
      user: { username: 'ada' },
      project: { path_with_namespace: 'acme/docs' },
      object_attributes: { iid: 3, action: 'close' },
    },
    event: { kind: 'pull-request-ended', repository: 'acme/docs', pullRequest: 3, state: 'closed', by: 'ada' },
  },
  {
    what: 'gitea: a comment on a pull request',
    format: giteaHooks,
    headers: { 'x-gitea-event': 'issue_comment' },
    payload: { action: 'created', is_pull: true, repository, issue: { number: 3 }, comment },
    event: { ...commentEvent, kind: 'comment', commentId: 'comment-7', author: person, isReview: false, place: null },
  },
  {
    what: 'gitea: a closed pull request',
    format: giteaHooks,
    headers: { 'x-forgejo-event': 'pull_request' },
    payload: { action: 'closed', repository, pull_request: { number: 3, merged: false }, sender: ada },
    event: { kind: 'pull-request-ended', repository: 'acme/docs', pullRequest: 3, state: 'closed', by: 'ada' },
  },
  {
    what: 'bitbucket: a comment on a line',
    format: bitbucketHooks,
    headers: { 'x-event-key': 'pullrequest:comment_created' },
    payload: {
      actor: { type: 'user', uuid: '{5}', nickname: 'ada' },
      repository,
      pullrequest: { id: 3 },
      comment: { id: 7, content: { raw: '@docwright shorten it' }, inline: { path: 'a.mdx', to: 12 } },
    },
    event: {
      ...commentEvent,
      kind: 'comment',
      commentId: 'comment-7',
      author: { id: '{5}', name: 'ada', isBot: false },
      isReview: true,
      place: { path: 'a.mdx', line: 12 },
    },
  },
  {
    what: 'bitbucket: a comment on an issue',
    format: bitbucketHooks,
    headers: { 'x-event-key': 'issue:comment_created' },
    payload: {
      actor: { type: 'user', uuid: '{5}', nickname: 'ada' },
      repository,
      issue: { id: 3, title: 'Why', content: { raw: 'Because.' } },
      comment: { id: 7, content: { raw: '@docwright shorten it' } },
    },
    event: {
      ...commentEvent,
      kind: 'comment',
      isOnIssue: true,
      subject: { title: 'Why', text: 'Because.' },
      commentId: 'issue-comment-7',
      author: { id: '{5}', name: 'ada', isBot: false },
      isReview: false,
      place: null,
    },
  },
  {
    what: 'bitbucket: a merged pull request',
    format: bitbucketHooks,
    headers: { 'x-event-key': 'pullrequest:fulfilled' },
    payload: { repository, pullrequest: { id: 3 }, actor: { type: 'user', uuid: '{5}', nickname: 'ada' } },
    event: { kind: 'pull-request-ended', repository: 'acme/docs', pullRequest: 3, state: 'merged', by: 'ada' },
  },
  {
    what: 'github: a push',
    format: githubHooks,
    headers: { 'x-github-event': 'push' },
    payload: { ref: 'refs/heads/feature/a', before: zero, after: one, repository, sender: ada },
    event: { ...moved, branches: ['feature/a'] },
  },
  {
    what: 'github: a tag',
    format: githubHooks,
    headers: { 'x-github-event': 'push' },
    payload: { ref: 'refs/tags/v1', repository, sender: ada },
    event: /didn't update a branch/,
  },
  {
    what: 'github: a pull request from a fork with a new head',
    format: githubHooks,
    headers: { 'x-github-event': 'pull_request' },
    payload: {
      action: 'synchronize',
      repository,
      pull_request: { number: 3, head: { repo: { full_name: 'eve/docs' } } },
      sender: ada,
    },
    event: changed,
  },
  {
    what: 'gitlab: a push',
    format: gitlabHooks,
    payload: { object_kind: 'push', ref: 'refs/heads/next', project: gitlabProject, user_username: 'ada' },
    event: { ...moved, branches: ['next'] },
  },
  {
    what: 'gitlab: an opened merge request',
    format: gitlabHooks,
    payload: {
      object_kind: 'merge_request',
      user: { username: 'ada' },
      project: gitlabProject,
      object_attributes: { iid: 3, action: 'open' },
    },
    event: changed,
  },
  {
    what: 'gitlab: an approved merge request',
    format: gitlabHooks,
    payload: {
      object_kind: 'merge_request',
      project: gitlabProject,
      object_attributes: { iid: 3, action: 'approved' },
    },
    event: /action approved is not supported/,
  },
  {
    what: 'gitea: a push',
    format: giteaHooks,
    headers: { 'x-gitea-event': 'push' },
    payload: { ref: 'refs/heads/next', repository, sender: ada },
    event: { ...moved, branches: ['next'] },
  },
  {
    what: 'forgejo: a deleted branch',
    format: giteaHooks,
    headers: { 'x-forgejo-event': 'delete' },
    payload: { ref: 'next', ref_type: 'branch', repository, sender: ada },
    event: { ...moved, branches: ['next'] },
  },
  {
    what: 'gitea: a pull request with a new head',
    format: giteaHooks,
    headers: { 'x-gitea-event': 'pull_request_sync' },
    payload: { action: 'synchronized', repository, pull_request: { number: 3 }, sender: ada },
    event: changed,
  },
  {
    what: 'bitbucket: a push of two branches and a tag, one of them deleted',
    format: bitbucketHooks,
    headers: { 'x-event-key': 'repo:push' },
    payload: {
      actor: { uuid: '{5}', nickname: 'ada' },
      repository,
      push: {
        changes: [
          { old: null, new: { type: 'branch', name: 'next' } },
          { old: { type: 'branch', name: 'gone' }, new: null },
          { old: null, new: { type: 'tag', name: 'v1' } },
        ],
      },
    },
    event: { ...moved, branches: ['next', 'gone'] },
  },
  {
    what: 'bitbucket: an updated pull request',
    format: bitbucketHooks,
    headers: { 'x-event-key': 'pullrequest:updated' },
    payload: { repository, pullrequest: { id: 3 }, actor: { uuid: '{5}', nickname: 'ada' } },
    event: changed,
  },
];

describe('a host’s event', () => {
  for (const { what, format, headers = {}, payload, event } of cases) {
    test(what, () => {
      const read = format.read(headers, payload);
      if (event instanceof RegExp) assert.match(read.kind === 'unwanted' ? read.reason : '', event);
      else assert.deepEqual(read, event);
    });
  }

  test('has at most a hundred pushed branches, and none with a longer name than git accepts', () => {
    const branch = (name: string) => ({ new: { type: 'branch', name } });
    const names = [`x${'y'.repeat(250)}`, ...Array.from({ length: 150 }, (_, index) => `b${index}`)];
    const payload = { repository, push: { changes: names.map(branch) } };
    const read = bitbucketHooks.read({ 'x-event-key': 'repo:push' }, payload);
    assert.ok(read.kind === 'branch-moved');
    assert.deepEqual(read.branches, names.slice(1, 101));
  });

  test('is refused without a required field', () => {
    const headers = { 'x-github-event': 'issue_comment' };
    for (const payload of [null, [], 'x', { action: 'created' }, { action: 'created', issue: { pull_request: {} } }]) {
      assert.throws(
        () => githubHooks.read(headers, payload),
        (error) => isCodeHostError(error, 'unexpected-answer'),
      );
    }
  });
});
