import { ApiError } from '../../../platform/http/index.ts';

export const deploymentNotFound = (id: string): ApiError =>
  new ApiError('not_found', `There is no deployment "${id}".`);

export const previewNotFound = (branch: string): ApiError =>
  new ApiError('not_found', `There is no preview of the branch "${branch.slice(0, 200)}".`);

export const siteNotLive = (kind: string): ApiError =>
  new ApiError(
    'site_not_live',
    `The project is ${kind}: the service has no live site of it. Export it, or make its deployment kind "cloud".`,
  );

export const previewsOff = (): ApiError =>
  new ApiError('previews_off', 'Previews are switched off for the project: switch them on in its settings.');

export const branchRequired = (): ApiError =>
  new ApiError('invalid_request', 'branch is required', { details: [{ path: '/branch', message: 'is required' }] });

export const deploymentNotReady = (id: string, status: string): ApiError =>
  new ApiError(
    'deployment_not_ready',
    `The deployment "${id}" can't go live: its status is "${status}", and only "success" can.`,
  );

export const deploymentNotActive = (id: string, status: string): ApiError =>
  new ApiError('deployment_not_active', `The deployment "${id}" has ended already: its status is "${status}".`);

export const previewPasswordNotFound = (label: string): ApiError =>
  new ApiError('not_found', `The previews have no password "${label}".`);

export const tooManyPreviewPasswords = (limit: number): ApiError =>
  new ApiError(
    'preview_password_limit',
    `The previews have ${String(limit)} passwords, which is as many as are allowed; delete one first.`,
  );

export const siteNotFound = (slug: string): ApiError => new ApiError('not_found', `There is no site "${slug}".`);
