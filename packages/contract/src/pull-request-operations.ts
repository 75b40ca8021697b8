import { Type } from 'typebox';
import { json, operation, projectId } from './define-operation.ts';
import { Id } from './ids.ts';
import { ApprovePullRequestBody, SitePullRequest, SitePullRequestList } from './pull-request.ts';

const tag = 'Deployments';

export const pullRequestOperations = {
  listPullRequests: operation({
    method: 'GET',
    path: '/v1/projects/{projectId}/pull-requests',
    tag,
    summary: 'List open pull requests',
    description: 'Lists the open pull requests that can have previews, newest first, at most 200.',
    scope: 'deployments:read',
    params: Type.Object(projectId),
    success: json(200, 'The pull requests.', SitePullRequestList),
    errors: ['not_found'],
  }),
  approvePullRequest: operation({
    method: 'POST',
    path: '/v1/projects/{projectId}/pull-requests/{number}/approve',
    tag,
    summary: "Approve the preview of a fork's head",
    description:
      "Allows building this commit of a fork's pull request as a preview, in the same sandbox as every build, without assistant, analytics or playground. Later commits need a new approval.",
    scope: 'deployments:write',
    params: Type.Object({ ...projectId, number: Id('Number of the pull request.') }),
    body: ApprovePullRequestBody,
    success: json(200, 'The approved pull request; its preview is queued.', SitePullRequest),
    errors: ['not_found', 'invalid_request', 'site_not_live', 'previews_off', 'pull_request_moved'],
  }),
} as const;
