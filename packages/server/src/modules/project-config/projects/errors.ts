import { ApiError } from '../../../platform/http/index.ts';
import { countOf } from '../../../platform/words/count-of.ts';

export const projectNotFound = (id: string): ApiError => new ApiError('not_found', `There is no project "${id}".`);

/** The error for an ID in a body; for an ID in a path, see `projectNotFound`. */
export const unknownProject = (id: string, path: string): ApiError => {
  const message = `${JSON.stringify(id.slice(0, 100))} is not a project of this organization. GET /v1/projects lists them.`;
  return new ApiError('invalid_request', message, { details: [{ path, message: 'is not a project' }] });
};

/** The host name in a pasted address. */
const exampleFor = (domain: string): string =>
  (/^https?:/i.test(domain) && domain.length <= 300 && URL.canParse(domain) && new URL(domain).hostname) ||
  'docs.example.com';

export const invalidDomain = (domain: string, path: string): ApiError =>
  new ApiError(
    'invalid_domain',
    `"${domain.slice(0, 200)}" is not a domain. Specify only the host name, such as ${exampleFor(domain)}, without scheme, port, path or trailing slash.`,
    { details: [{ path, message: 'must be a host name' }] },
  );

export const domainTaken = (domain: string): ApiError =>
  new ApiError('domain_taken', `Another project of the organization already has the export name "${domain}".`);

export const projectLimitReached = (limit: number): ApiError =>
  new ApiError(
    'project_limit_reached',
    `The organization has ${countOf(limit, 'project')}, which is the limit. Delete one, or ask the operator to increase DOCWRIGHT_TENANT_PROJECTS.`,
  );

export const projectInUse = (id: string): ApiError =>
  new ApiError('project_in_use', `The project "${id}" has unfinished jobs. Cancel them or wait.`);

export const projectHasModels = (
  id: string,
  { model, owner }: { readonly model: string; readonly owner: 'project' | 'organization' },
): ApiError =>
  new ApiError(
    'project_has_models',
    owner === 'project'
      ? `The project "${id}" has its own models, starting with "${model}". Change or delete them at /v1/projects/${id}/models.`
      : `The project "${id}" uses the organization's models, starting with "${model}". To use others, set its own models at /v1/projects/${id}/models.`,
  );
