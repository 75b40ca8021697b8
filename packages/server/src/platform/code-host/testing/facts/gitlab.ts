/**
 * Source: GitLab's description of its REST API v4, `doc/api/openapi/openapi_v2.yaml` and, for notes, `openapi_v3.yaml`
 * (19.5) of gitlab-org/gitlab. That document is CC BY-SA 4.0; this file contains only names and types.
 *
 * In three places, the document differs from GitLab's responses, so this file follows the manual
 * (`doc/api/merge_requests.md`, `members.md`): the document describes lists by their items, access levels and project
 * IDs as strings, and `draft` as a string.
 */
import { describeHost, flag, integer, listOf, object, oneOf, orNull, text } from './describe-host.ts';

const path = { id: text };
const numbered = { ...path, merge_request_iid: integer };

const access = orNull(object({ access_level: integer, notification_level: integer }));
const user = object({ id: integer, username: text });

const project = object({
  web_url: text,
  default_branch: orNull(text),
  permissions: object({ project_access: access, group_access: access }),
  visibility: oneOf('private', 'internal', 'public'),
  archived: flag,
  path_with_namespace: text,
  merge_requests_access_level: oneOf('disabled', 'private', 'enabled'),
  only_allow_merge_if_pipeline_succeeds: flag,
  only_allow_merge_if_all_status_checks_passed: flag,
});

const mergeRequest = object({
  iid: integer,
  web_url: text,
  state: oneOf('opened', 'closed', 'locked', 'merged'),
  draft: flag,
  title: text,
  description: orNull(text),
  source_branch: text,
  target_branch: text,
  sha: orNull(text),
  detailed_merge_status: text,
  source_project_id: orNull(integer),
  target_project_id: integer,
  author: user,
  reviewers: listOf(user),
  // Only in responses about a single merge request.
  head_pipeline: orNull(object({ id: integer, sha: text, status: text })),
});

const note = object({ id: integer, body: text });

const changeable = {
  title: text,
  description: text,
  target_branch: text,
  add_labels: listOf(text),
  reviewer_ids: listOf(integer),
};

export const gitlabFacts = describeHost({
  'GET /projects/{id}': { path, answer: project },
  'GET /projects/{id}/repository/branches/{branch}': {
    path: { ...path, branch: text },
    answer: object({
      name: text,
      protected: flag,
      developers_can_push: flag,
      developers_can_merge: flag,
      can_push: flag,
    }),
  },
  'GET /projects/{id}/protected_branches/{name}': {
    path: { ...path, name: text },
    answer: object({ merge_access_levels: listOf(object({ access_level: orNull(integer) })) }),
  },
  'GET /projects/{id}/approval_rules': {
    path,
    query: { page: integer, per_page: integer },
    answer: listOf(
      object({
        approvals_required: integer,
        applies_to_all_protected_branches: flag,
        protected_branches: listOf(object({ name: text })),
      }),
    ),
  },
  'GET /projects/{id}/merge_requests': {
    path,
    query: {
      state: oneOf('opened', 'closed', 'locked', 'merged', 'all'),
      order_by: oneOf(
        'created_at',
        'updated_at',
        'merged_at',
        'title',
        'priority',
        'label_priority',
        'milestone_due',
        'popularity',
      ),
      sort: oneOf('asc', 'desc'),
      source_branch: text,
      page: integer,
      per_page: integer,
    },
    answer: listOf(mergeRequest),
  },
  'POST /projects/{id}/merge_requests': {
    path,
    body: object({ ...changeable, source_branch: text }, ['title', 'source_branch', 'target_branch']),
    answer: mergeRequest,
  },
  'GET /projects/{id}/merge_requests/{merge_request_iid}': { path: numbered, answer: mergeRequest },
  'PUT /projects/{id}/merge_requests/{merge_request_iid}': {
    path: numbered,
    body: object({ ...changeable, state_event: oneOf('close', 'reopen') }),
    answer: mergeRequest,
  },
  'PUT /projects/{id}/merge_requests/{merge_request_iid}/merge': {
    path: numbered,
    body: object({ sha: text }),
    answer: mergeRequest,
  },
  'POST /projects/{id}/merge_requests/{noteable_id}/notes': {
    path: { ...path, noteable_id: integer },
    body: object({ body: text }, ['body']),
    answer: note,
  },
  'GET /projects/{id}/merge_requests/{noteable_id}/notes': {
    path: { ...path, noteable_id: integer },
    query: {
      sort: oneOf('asc', 'desc'),
      order_by: oneOf('created_at', 'updated_at'),
      page: integer,
      per_page: integer,
    },
    answer: listOf(note),
  },
  'POST /projects/{id}/issues/{noteable_id}/notes': {
    path: { ...path, noteable_id: integer },
    body: object({ body: text }, ['body']),
    answer: note,
  },
  'GET /projects/{id}/issues/{noteable_id}/notes': {
    path: { ...path, noteable_id: integer },
    query: {
      sort: oneOf('asc', 'desc'),
      order_by: oneOf('created_at', 'updated_at'),
      page: integer,
      per_page: integer,
    },
    answer: listOf(note),
  },
  'GET /projects/{id}/issues/{noteable_id}/notes/{note_id}': {
    path: { ...path, noteable_id: integer, note_id: integer },
    answer: note,
  },
  'PUT /projects/{id}/merge_requests/{noteable_id}/notes/{note_id}': {
    path: { ...path, noteable_id: integer, note_id: integer },
    body: object({ body: text }),
    answer: note,
  },
  'POST /projects/{id}/hooks': {
    path,
    body: object({ url: text, token: text, push_events: flag, merge_requests_events: flag, note_events: flag }, [
      'url',
    ]),
    answer: object({ id: integer }),
  },
  'GET /projects/{id}/repository/commits/{sha}': {
    path: { ...path, sha: text },
    answer: object({ id: text, parent_ids: listOf(text) }),
  },
  'GET /projects/{id}/repository/commits/{sha}/statuses': {
    path: { ...path, sha: text },
    query: { page: integer, per_page: integer },
    answer: listOf(object({ name: text, status: text, allow_failure: flag })),
  },
  'POST /projects/{id}/statuses/{sha}': {
    path: { ...path, sha: text },
    body: object(
      {
        state: oneOf('pending', 'running', 'success', 'failed', 'canceled', 'skipped'),
        name: text,
        target_url: text,
        description: text,
      },
      ['state'],
    ),
    answer: object({ id: integer, status: text }),
  },
  'GET /projects/{id}/members/all/{user_id}': {
    path: { ...path, user_id: integer },
    answer: object({ id: integer, username: text, access_level: integer }),
  },
  'GET /users': { query: { username: text }, answer: listOf(user) },
});
