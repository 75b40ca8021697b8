import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { systemClock } from '../clock/index.ts';
import type { CodeHost, CommentName, FoundComment } from './code-host.ts';
import { createBitbucket, createGitea, createGitHub, createGitLab, isCodeHostError } from './index.ts';
import { assertDescribed } from './testing/assert-described.ts';
import { bitbucketFacts } from './testing/facts/bitbucket.ts';
import { gitlabFacts } from './testing/facts/gitlab.ts';
import { answer, createRecordingClient, type RecordingClient } from './testing/recording-client.ts';

/** Responses from each host's documentation, each with its request and only the fields that the adapter reads. */
const person = { id: 'ada', name: 'ada', isBot: false };
const expected: FoundComment = { body: 'Shorten it.', author: person, isReview: false, place: null };
const onLine = { ...expected, isReview: true, place: { path: 'a.mdx', line: 12 } };

const connect: Readonly<Record<string, (http: RecordingClient) => CodeHost>> = {
  github: (http) =>
    createGitHub({
      http,
      clock: systemClock,
      credential: { kind: 'token', token: 't' },
      webUrl: 'https://github.com',
    }).connect({ owner: 'acme', name: 'docs' }),
  gitlab: (http) => createGitLab({ http, webUrl: 'https://gitlab.com', token: 't' }).connect('acme/docs'),
  gitea: (http) =>
    createGitea({ http, webUrl: 'https://gitea.example', token: 't' }).connect({ owner: 'acme', name: 'docs' }),
  bitbucket: (http) =>
    createBitbucket({ http, webUrl: 'https://bitbucket.org', token: 't' }).connect({ workspace: 'acme', name: 'docs' }),
};

const ada = { login: 'ada', type: 'User' };
const api = 'https://api.github.com/repos/acme/docs';

const cases: readonly {
  readonly host: keyof typeof connect;
  readonly what: string;
  readonly commentId: string;
  /** End of the requested path. */
  readonly path: string;
  readonly answer: unknown;
  readonly found: FoundComment | undefined;
}[] = [
  {
    host: 'github',
    what: 'a comment',
    commentId: 'comment-7',
    path: '/repos/acme/docs/issues/comments/7',
    answer: { body: expected.body, user: ada, issue_url: `${api}/issues/3` },
    found: expected,
  },
  {
    host: 'github',
    what: 'a comment on another pull request',
    commentId: 'comment-7',
    path: '/repos/acme/docs/issues/comments/7',
    answer: { body: expected.body, user: ada, issue_url: `${api}/issues/33` },
    found: undefined,
  },
  {
    host: 'github',
    what: 'a comment on a line',
    commentId: 'review-comment-7',
    path: '/repos/acme/docs/pulls/comments/7',
    answer: {
      body: expected.body,
      user: ada,
      pull_request_url: `${api}/pulls/3`,
      path: 'a.mdx',
      line: null,
      original_line: 12,
    },
    found: onLine,
  },
  {
    host: 'github',
    what: 'a review by a bot',
    commentId: 'review-7',
    path: '/repos/acme/docs/pulls/3/reviews/7',
    answer: { body: expected.body, user: { login: 'x[bot]', type: 'Bot' }, pull_request_url: `${api}/pulls/3` },
    found: { ...expected, author: { id: 'x[bot]', name: 'x[bot]', isBot: true }, isReview: true },
  },
  {
    host: 'gitlab',
    what: 'a note on a line',
    commentId: 'note-7',
    path: '/projects/acme%2Fdocs/merge_requests/3/notes/7',
    answer: {
      body: expected.body,
      author: { id: 5, username: 'ada' },
      system: false,
      position: { new_path: 'a.mdx', new_line: 12 },
    },
    found: { ...onLine, author: { ...person, id: '5' } },
  },
  {
    host: 'gitlab',
    what: 'a note by GitLab itself',
    commentId: 'note-7',
    path: '/projects/acme%2Fdocs/merge_requests/3/notes/7',
    answer: { body: expected.body, author: { id: 5, username: 'ada' }, system: true },
    found: undefined,
  },
  {
    host: 'gitea',
    what: 'a comment',
    commentId: 'comment-7',
    path: '/repos/acme/docs/issues/comments/7',
    answer: {
      body: expected.body,
      user: ada,
      issue_url: '',
      pull_request_url: 'https://gitea.example/acme/docs/pulls/3',
    },
    found: expected,
  },
  {
    host: 'gitea',
    what: 'a comment on another pull request',
    commentId: 'comment-7',
    path: '/repos/acme/docs/issues/comments/7',
    answer: { body: expected.body, user: ada, pull_request_url: 'https://gitea.example/acme/docs/pulls/4' },
    found: undefined,
  },
  {
    host: 'gitea',
    what: 'a review, found by its author and text',
    commentId: 'review-ada-abc-Shorten it.',
    path: '/repos/acme/docs/pulls/3/reviews?limit=50',
    answer: [
      { body: expected.body, user: { login: 'eve' } },
      { body: expected.body, user: ada },
    ],
    found: { ...expected, isReview: true },
  },
  {
    host: 'gitea',
    what: 'a review without an author',
    commentId: 'review-ada-abc-Shorten it.',
    path: '/repos/acme/docs/pulls/3/reviews?limit=50',
    answer: [{ body: 'Fine.', user: ada }],
    found: undefined,
  },
  {
    host: 'bitbucket',
    what: 'a comment on a line',
    commentId: 'comment-7',
    path: '/repositories/acme/docs/pullrequests/3/comments/7',
    answer: {
      content: { raw: expected.body },
      user: { uuid: '{5}', nickname: 'ada', type: 'user' },
      inline: { path: 'a.mdx', from: null, to: 12 },
      deleted: false,
    },
    found: { ...onLine, author: { ...person, id: '{5}' } },
  },
  {
    host: 'bitbucket',
    what: 'a deleted comment',
    commentId: 'comment-7',
    path: '/repositories/acme/docs/pullrequests/3/comments/7',
    answer: { content: { raw: '' }, user: { uuid: '{5}', nickname: 'ada' }, deleted: true },
    found: undefined,
  },
];

const name = (commentId: string): CommentName => ({ pullRequest: 3, commentId, author: person, body: expected.body });

describe('a lookup of a comment', () => {
  for (const { host, what, commentId, path, answer: body, found } of cases) {
    test(`on ${host}, ${what} ${found === undefined ? 'is not found' : 'is returned with its text and author'}`, async () => {
      const http = createRecordingClient();
      http.fault = () => Promise.resolve(answer(200, body));
      assert.deepEqual(await connect[host]?.(http).findComment(name(commentId)), found);
      assert.deepEqual(
        http.sent.map(({ request }) => request.method),
        ['GET'],
      );
      assert.ok(http.sent[0]?.request.url.endsWith(path), http.sent[0]?.request.url);
    });
  }

  for (const [host, open] of Object.entries(connect)) {
    test(`on ${host}, a missing comment is not found, and a failure of the host is reported as an error`, async () => {
      const http = createRecordingClient();
      const named = name(host === 'gitlab' ? 'note-7' : 'comment-7');
      http.fault = () => Promise.resolve(answer(404, {}));
      assert.equal(await open(http).findComment(named), undefined);
      http.fault = () => Promise.resolve(answer(503, {}));
      await assert.rejects(open(http).findComment(named), (error) => isCodeHostError(error, 'unavailable'));
    });

    test(`on ${host}, no request is sent for a name in an unknown format`, async () => {
      const http = createRecordingClient();
      for (const odd of ['', 'comment-', 'note-1/../2', 'comment-7?x', 'other-7']) {
        assert.equal(await open(http).findComment(name(odd)), undefined);
      }
      assert.equal(http.sent.length, 0);
    });
  }
});

describe('a comment on an issue', () => {
  const subjects = {
    gitlab: {
      apiUrl: 'https://gitlab.example/api/v4',
      facts: gitlabFacts,
      comment: { id: 7, body: 'Do it', author: { id: 5, username: 'ada' } },
      commentId: 'note-7',
      author: { id: '5', name: 'ada', isBot: false },
      path: '/projects/acme%2Fdocs/issues/3/notes',
      connect: (http: RecordingClient) =>
        createGitLab({ http, webUrl: 'https://gitlab.example', token: 't' }).connect('acme/docs'),
    },
    bitbucket: {
      apiUrl: 'https://api.bitbucket.org/2.0',
      facts: bitbucketFacts,
      comment: {
        id: 7,
        content: { raw: 'Do it' },
        user: { type: 'user', uuid: '{5}', nickname: 'ada' },
        links: { html: { href: 'https://bitbucket.org/acme/docs/issues/3#comment-7' } },
      },
      commentId: 'issue-comment-7',
      author: { id: '{5}', name: 'ada', isBot: false },
      path: '/repositories/acme/docs/issues/3/comments',
      connect: (http: RecordingClient) =>
        createBitbucket({ http, webUrl: 'https://bitbucket.org', token: 't' }).connect({
          workspace: 'acme',
          name: 'docs',
        }),
    },
  } as const;
  for (const [host, { apiUrl, facts, comment, commentId, author, path, connect: open }] of Object.entries(subjects)) {
    test(`is found on ${host}, answered, and the answer is found again`, async () => {
      const http = createRecordingClient();
      http.fault = ({ url }) => {
        const isOne = url.endsWith('/7');
        const list = host === 'gitlab' ? [comment] : { values: [comment] };
        return Promise.resolve(answer(200, isOne || !url.includes('?') ? comment : list));
      };
      const connected = open(http);
      const named = { pullRequest: 3, isOnIssue: true, commentId, author: { id: author.id }, body: 'Do it' };
      assert.deepEqual((await connected.findComment(named))?.author, author);
      const { url, id } = await connected.comment({ issue: 3 }, 'On it.');
      assert.match(url, /\/issues\/3#(?:note_|comment-)7$/);
      assert.equal(await connected.findCommentWith({ issue: 3 }, 'Do it'), id);
      const paths = http.sent.map(({ request }) => `${request.method} ${new URL(request.url).pathname}`);
      const base = new URL(apiUrl).pathname + path;
      assert.deepEqual(paths, [`GET ${base}/7`, `POST ${base}`, `GET ${base}`]);
      for (const { request } of http.sent) assertDescribed(facts, request, apiUrl);
      await assert.rejects(connected.comment({ issue: 0 }, 'x'), (error) =>
        isCodeHostError(error, 'pull-request-not-found'),
      );
    });
  }
});
