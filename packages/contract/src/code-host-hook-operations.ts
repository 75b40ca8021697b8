import { Type } from 'typebox';
import { CodeHostEventList, CodeHostHookList, CreateCodeHostHookBody, NewCodeHostHook } from './code-host-hook.ts';
import { json, operation, projectId } from './define-operation.ts';
import { Id } from './ids.ts';

const tag = 'Code host hooks';
const hookId = { ...projectId, id: Id('Hook.') };

/** The address that a code host posts to isn't an operation: it needs no key, and the host defines its body. */
export const codeHostHookOperations = {
  createCodeHostHook: operation({
    method: 'POST',
    path: '/v1/projects/{projectId}/code-host-hooks',
    tag,
    summary: 'Create a code host hook',
    description:
      "Returns the address and the secret for a webhook in the project's repository, so that comments on the agent's pull requests become follow-ups. Also requires `agent-jobs:write`.",
    scope: 'projects:write',
    params: Type.Object(projectId),
    body: CreateCodeHostHookBody,
    bodyOptional: true,
    success: json(201, 'The hook and its secret.', NewCodeHostHook),
    errors: ['not_found', 'code_host_without_hooks'],
  }),
  listCodeHostHooks: operation({
    method: 'GET',
    path: '/v1/projects/{projectId}/code-host-hooks',
    tag,
    summary: 'List code host hooks',
    description: 'Oldest first, without secrets.',
    scope: 'projects:read',
    params: Type.Object(projectId),
    success: json(200, 'The hooks.', CodeHostHookList),
    errors: ['not_found'],
  }),
  deleteCodeHostHook: operation({
    method: 'DELETE',
    path: '/v1/projects/{projectId}/code-host-hooks/{id}',
    tag,
    summary: 'Delete a code host hook',
    description: "The hook's address returns 404 from then on. Also requires `agent-jobs:write`.",
    scope: 'projects:write',
    params: Type.Object(hookId),
    success: { status: 204, description: 'The hook is deleted.', content: {} },
    errors: ['not_found'],
  }),
  listCodeHostEvents: operation({
    method: 'GET',
    path: '/v1/projects/{projectId}/code-host-hooks/{id}/events',
    tag,
    summary: 'List events from the code host',
    description: 'The newest 100, each with its outcome and the reason.',
    scope: 'projects:read',
    params: Type.Object(hookId),
    success: json(200, 'The events.', CodeHostEventList),
    errors: ['not_found'],
  }),
} as const;
