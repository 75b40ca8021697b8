import { ApiError } from '../../../platform/http/index.ts';
import { countOf } from '../../../platform/words/count-of.ts';

export const deploymentNotFound = (id: string): ApiError =>
  new ApiError('not_found', `There is no deployment "${id}".`);

export const previewNotFound = (branch: string): ApiError =>
  new ApiError('not_found', `The branch "${branch.slice(0, 200)}" has no preview.`);

export const siteNotLive = (kind: string): ApiError =>
  new ApiError(
    'site_not_live',
    `The project's deployment kind is "${kind}", so it has no live site here. Export it, or change its deployment kind to "cloud".`,
  );

export const previewsOff = (): ApiError =>
  new ApiError('previews_off', 'Previews are turned off for the project. Turn them on in its settings.');

export const branchRequired = (): ApiError =>
  new ApiError('invalid_request', 'branch is required', { details: [{ path: '/branch', message: 'is required' }] });

export const deploymentNotReady = (id: string, status: string): ApiError =>
  new ApiError(
    'deployment_not_ready',
    `The deployment "${id}" can't go live: its status is "${status}", and only "success" is allowed.`,
  );

export const deploymentNotActive = (id: string, status: string): ApiError =>
  new ApiError('deployment_not_active', `The deployment "${id}" has already ended; its status is "${status}".`);

export const previewPasswordNotFound = (label: string): ApiError =>
  new ApiError('not_found', `The previews have no password "${label}".`);

export const tooManyPreviewPasswords = (limit: number): ApiError =>
  new ApiError(
    'preview_password_limit',
    `The previews have ${countOf(limit, 'password')}, which is the limit. Delete one first.`,
  );

export const siteNotFound = (slug: string): ApiError => new ApiError('not_found', `The site "${slug}" does not exist.`);
