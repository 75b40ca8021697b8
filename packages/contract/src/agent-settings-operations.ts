import { Type } from 'typebox';
import { AgentSettings, UpdateAgentSettingsBody } from './agent-settings.ts';
import { json, operation, projectId } from './define-operation.ts';
import { ModelTests, ProjectModels, SetProjectModelsBody, TestProjectModelsBody } from './project-models.ts';

const project = { tag: 'Projects', params: Type.Object(projectId) } as const;

export const agentSettingsOperations = {
  getAgentSettings: operation({
    ...project,
    method: 'GET',
    path: '/v1/projects/{projectId}/agent-settings',
    summary: 'Get a project’s agent settings',
    description:
      'What its agent jobs are told and allowed, and how their pull requests are made. Defaults are filled in.',
    scope: 'projects:read',
    conditional: true,
    success: json(200, 'The settings.', AgentSettings),
    errors: ['not_found'],
  }),
  updateAgentSettings: operation({
    ...project,
    method: 'PATCH',
    path: '/v1/projects/{projectId}/agent-settings',
    summary: 'Change a project’s agent settings',
    description: 'Fields that are left out stay as they are. They hold from the next turn on.',
    scope: 'projects:write',
    body: UpdateAgentSettingsBody,
    conditional: true,
    success: json(200, 'The settings.', AgentSettings),
    errors: ['not_found'],
  }),
  getProjectModels: operation({
    ...project,
    method: 'GET',
    path: '/v1/projects/{projectId}/models',
    summary: 'Get a project’s models',
    description: 'Its own, or the installation’s. Credentials are never given back, only which of them are set.',
    scope: 'projects:read',
    conditional: true,
    success: json(200, 'The models.', ProjectModels),
    errors: ['not_found'],
  }),
  setProjectModels: operation({
    ...project,
    method: 'PUT',
    path: '/v1/projects/{projectId}/models',
    summary: 'Set a project’s models',
    description:
      'Replaces the whole list. An entry without credentials keeps the credentials of the existing entry with the same provider, base URL and region. A key is never sent to an address that it was not entered for.',
    scope: 'projects:write',
    body: SetProjectModelsBody,
    conditional: true,
    success: json(200, 'The models.', ProjectModels),
    errors: ['not_found', 'model_settings_invalid'],
  }),
  deleteProjectModels: operation({
    ...project,
    method: 'DELETE',
    path: '/v1/projects/{projectId}/models',
    summary: 'Delete a project’s models',
    description: 'With their credentials. The project has the installation’s model again.',
    scope: 'projects:write',
    success: { status: 204, description: 'They are gone.', content: {} },
    errors: ['not_found'],
  }),
  testProjectModels: operation({
    ...project,
    method: 'POST',
    path: '/v1/projects/{projectId}/models/test',
    summary: 'Test a project’s models',
    description: 'Asks each for one tool call and an answer to its result, and says in one line whether that works.',
    scope: 'projects:write',
    body: TestProjectModelsBody,
    bodyOptional: true,
    success: json(200, 'What was found.', ModelTests),
    errors: ['not_found', 'model_settings_invalid'],
  }),
} as const;
