import { Type } from 'typebox';
import { AgentSettings, UpdateAgentSettingsBody } from './agent-settings.ts';
import { json, operation, projectId } from './define-operation.ts';
import {
  ModelTests,
  OrganizationModels,
  ProjectModels,
  SetOrganizationModelsBody,
  SetProjectModelsBody,
  TestOrganizationModelsBody,
  TestProjectModelsBody,
} from './project-models.ts';

const organization = { tag: 'Organization', path: '/v1/organization/models' } as const;
const project = { tag: 'Projects', params: Type.Object(projectId) } as const;

export const agentSettingsOperations = {
  getAgentSettings: operation({
    ...project,
    method: 'GET',
    path: '/v1/projects/{projectId}/agent-settings',
    summary: "Get a project's agent settings",
    description:
      'Returns the instructions and permissions of agent jobs, and how their pull requests are created. Defaults are included.',
    scope: 'projects:read',
    conditional: true,
    success: json(200, 'The settings.', AgentSettings),
    errors: ['not_found'],
  }),
  updateAgentSettings: operation({
    ...project,
    method: 'PATCH',
    path: '/v1/projects/{projectId}/agent-settings',
    summary: "Change a project's agent settings",
    description: 'Omitted fields are unchanged. Changes apply from the next turn.',
    scope: 'projects:write',
    body: UpdateAgentSettingsBody,
    conditional: true,
    success: json(200, 'The settings.', AgentSettings),
    errors: ['not_found', 'invalid_repository'],
  }),
  getProjectModels: operation({
    ...project,
    method: 'GET',
    path: '/v1/projects/{projectId}/models',
    summary: "Get a project's models",
    description:
      "Returns the project's own models, or else those of its organization or of the installation. Credentials are never returned, only the names of those that are set.",
    scope: 'projects:read',
    conditional: true,
    success: json(200, 'The models.', ProjectModels),
    errors: ['not_found'],
  }),
  setProjectModels: operation({
    ...project,
    method: 'PUT',
    path: '/v1/projects/{projectId}/models',
    summary: "Set a project's models",
    description:
      'Replaces the whole list. An entry without credentials keeps the credentials of the existing entry with the same provider, base URL and region. A key is never sent to an address other than the one that it was entered for.',
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
    summary: "Delete a project's models",
    description:
      "Also deletes their credentials. The project then uses the organization's models again, or else the installation's.",
    scope: 'projects:write',
    success: { status: 204, description: 'The models are deleted.', content: {} },
    errors: ['not_found'],
  }),
  testProjectModels: operation({
    ...project,
    method: 'POST',
    path: '/v1/projects/{projectId}/models/test',
    summary: "Test a project's models",
    description:
      'Asks each model for one tool call and a response to the tool result, and reports in one line whether this works.',
    scope: 'projects:write',
    body: TestProjectModelsBody,
    bodyOptional: true,
    success: json(200, 'The test results.', ModelTests),
    errors: ['not_found', 'model_settings_invalid'],
  }),
  getOrganizationModels: operation({
    ...organization,
    method: 'GET',
    summary: "Get the organization's models",
    description:
      "Returns the models for projects without their own: the organization's models, or else those of the installation. Credentials are never returned, only the names of those that are set.",
    scope: 'organization:read',
    conditional: true,
    success: json(200, 'The models.', OrganizationModels),
  }),
  setOrganizationModels: operation({
    ...organization,
    method: 'PUT',
    summary: "Set the organization's models",
    description:
      "Replaces the whole list. All projects without their own models then use it. An entry without credentials keeps the credentials of the organization's existing entry with the same provider, base URL and region.",
    scope: 'organization:write',
    body: SetOrganizationModelsBody,
    conditional: true,
    success: json(200, 'The models.', OrganizationModels),
    errors: ['model_settings_invalid'],
  }),
  deleteOrganizationModels: operation({
    ...organization,
    method: 'DELETE',
    summary: "Delete the organization's models",
    description:
      "Also deletes their credentials. Projects without their own models then use the installation's model again.",
    scope: 'organization:write',
    success: { status: 204, description: 'The models are deleted.', content: {} },
  }),
  testOrganizationModels: operation({
    ...organization,
    path: '/v1/organization/models/test',
    method: 'POST',
    summary: "Test the organization's models",
    description:
      'Asks each model for one tool call and a response to the tool result, and reports in one line whether this works.',
    scope: 'organization:write',
    body: TestOrganizationModelsBody,
    bodyOptional: true,
    success: json(200, 'The test results.', ModelTests),
    errors: ['model_settings_invalid'],
  }),
} as const;
