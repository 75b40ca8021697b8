/**
 * Source: Atlassian's description of Bitbucket Cloud's REST API 2.0 (`api.bitbucket.org/swagger.json`), which states no
 * license, so this file contains only names and types. Paging, filters, and order are described once for all lists, in
 * Atlassian's introduction to the API.
 *
 * The description requires `type` in every body, but its own examples omit it, like the adapter.
 */
import { describeHost, flag, integer, listOf, object, oneOf, orNull, text } from './describe-host.ts';

const path = { workspace: text, repo_slug: text };
const numbered = { ...path, pull_request_id: integer };
const paging = { q: text, sort: text, page: integer, pagelen: integer };

const account = object({ uuid: text, nickname: text, display_name: text });
const links = object({ html: object({ href: text }) });
const branch = object({ name: text });
const pageOf = (item: Parameters<typeof listOf>[0]) => object({ values: listOf(item), next: text });
const permissions = pageOf(object({ permission: oneOf('admin', 'write', 'read', 'none') }));

const side = object({
  repository: orNull(object({ full_name: text })),
  branch,
  commit: orNull(object({ hash: text })),
});

const pullRequest = object({
  id: integer,
  title: text,
  summary: object({ raw: text }),
  state: oneOf('OPEN', 'MERGED', 'DECLINED', 'SUPERSEDED'),
  draft: flag,
  author: account,
  source: side,
  destination: side,
  links,
  reviewers: listOf(account),
});

const comment = object({ id: integer, deleted: flag, content: object({ raw: text }), links });
const statusStates = oneOf('INPROGRESS', 'SUCCESSFUL', 'FAILED', 'STOPPED');

/** A request has fewer fields for a side than a response. `description` is called `summary` in a response. */
const written = {
  title: text,
  description: text,
  draft: flag,
  reviewers: listOf(account),
  source: object({ branch }),
  destination: object({ branch }),
};

export const bitbucketFacts = describeHost({
  'GET /repositories/{workspace}/{repo_slug}': {
    path,
    answer: object({ full_name: text, is_private: flag, mainbranch: orNull(branch), links }),
  },
  'GET /repositories/{workspace}/{repo_slug}/branch-restrictions': {
    path,
    query: { ...paging, kind: text, pattern: text },
    answer: pageOf(
      object({
        kind: text,
        branch_match_kind: oneOf('glob', 'branching_model'),
        branch_type: text,
        pattern: text,
        value: orNull(integer),
      }),
    ),
  },
  'GET /repositories/{workspace}/{repo_slug}/pullrequests': { path, query: paging, answer: pageOf(pullRequest) },
  'POST /repositories/{workspace}/{repo_slug}/pullrequests': {
    path,
    body: object(written, ['title', 'source']),
    answer: pullRequest,
  },
  'GET /repositories/{workspace}/{repo_slug}/pullrequests/{pull_request_id}': { path: numbered, answer: pullRequest },
  'PUT /repositories/{workspace}/{repo_slug}/pullrequests/{pull_request_id}': {
    path: numbered,
    body: object(written),
    answer: pullRequest,
  },
  'POST /repositories/{workspace}/{repo_slug}/pullrequests/{pull_request_id}/decline': {
    path: numbered,
    answer: pullRequest,
  },
  'POST /repositories/{workspace}/{repo_slug}/pullrequests/{pull_request_id}/merge': {
    path: numbered,
    body: object({ message: text, close_source_branch: flag, merge_strategy: text }),
    answer: pullRequest,
  },
  'GET /repositories/{workspace}/{repo_slug}/pullrequests/{pull_request_id}/comments': {
    path: numbered,
    query: paging,
    answer: pageOf(comment),
  },
  'POST /repositories/{workspace}/{repo_slug}/pullrequests/{pull_request_id}/comments': {
    path: numbered,
    body: object({ content: object({ raw: text }) }),
    answer: comment,
  },
  'PUT /repositories/{workspace}/{repo_slug}/pullrequests/{pull_request_id}/comments/{comment_id}': {
    path: { ...numbered, comment_id: integer },
    body: object({ content: object({ raw: text }) }),
    answer: comment,
  },
  'GET /repositories/{workspace}/{repo_slug}/issues/{issue_id}/comments': {
    path: { ...path, issue_id: integer },
    query: paging,
    answer: pageOf(comment),
  },
  'POST /repositories/{workspace}/{repo_slug}/issues/{issue_id}/comments': {
    path: { ...path, issue_id: integer },
    body: object({ content: object({ raw: text }) }),
    answer: comment,
  },
  'GET /repositories/{workspace}/{repo_slug}/issues/{issue_id}/comments/{comment_id}': {
    path: { ...path, issue_id: integer, comment_id: integer },
    answer: comment,
  },
  'POST /repositories/{workspace}/{repo_slug}/hooks': {
    path,
    body: object({ description: text, url: text, secret: text, active: flag, events: listOf(text) }),
    answer: object({ uuid: text }),
  },
  'GET /repositories/{workspace}/{repo_slug}/commit/{commit}/statuses': {
    path: { ...path, commit: text },
    query: paging,
    answer: pageOf(object({ key: text, name: text, state: statusStates })),
  },
  'POST /repositories/{workspace}/{repo_slug}/commit/{commit}/statuses/build': {
    path: { ...path, commit: text },
    body: object({ key: text, state: statusStates, name: text, url: text, description: text }),
    answer: object({ key: text, state: statusStates }),
  },
  'GET /repositories/{workspace}/{repo_slug}/effective-default-reviewers': {
    path,
    query: paging,
    answer: pageOf(object({ user: account })),
  },
  'GET /user/workspaces/{workspace}/permissions/repositories': {
    path: { workspace: text },
    query: paging,
    answer: permissions,
  },
  'GET /workspaces/{workspace}/permissions/repositories/{repo_slug}': { path, query: paging, answer: permissions },
});
