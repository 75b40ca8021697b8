import type { JobErrorCode } from '@docwright/contract';
import { ApiError } from '../../../platform/http/index.ts';

export const exportNotFound = (id: string): ApiError => new ApiError('not_found', `There is no export job "${id}".`);

export const unknownDomain = (domain: string): ApiError =>
  new ApiError(
    'unknown_domain',
    `No project of the organization has the export name "${domain}". Add it to the project's \`domains\` (PATCH /v1/projects/{projectId}, or Settings → General → Export names), or start the export by project. A domain of the live site isn't an export name.`,
    { details: [{ path: '/domain', message: 'must be an export name of a project' }] },
  );

export const unknownPage = (page: string, index: number): ApiError =>
  new ApiError('unknown_page', `"${page.slice(0, 200)}" is not a published page of the site.`, {
    details: [{ path: `/paths/${index}`, message: 'must be the path of a published page, without extension' }],
  });

export const siteProtected = (message: string): ApiError => new ApiError('site_protected', message);

export const exportNotCompleted = (id: string, status: string): ApiError =>
  new ApiError(
    'export_not_completed',
    `The export job "${id}" is ${status}. It has a bundle once its status is "completed".`,
  );

export const bundleMissing = (id: string): ApiError =>
  new ApiError('bundle_missing', `The bundle file of the export job "${id}" no longer exists. Start the export again.`);

export const bundleDamaged = (id: string): ApiError =>
  new ApiError(
    'bundle_damaged',
    `The bundle file of the export job "${id}" was changed after the export. Start the export again.`,
  );

export const exportNotActive = (id: string, status: string): ApiError =>
  new ApiError('export_not_active', `The export job "${id}" has already ended; its status is "${status}".`);

export const exportInProgress = (id: string): ApiError =>
  new ApiError('export_in_progress', `The export job "${id}" of this project has not ended. Wait for it or cancel it.`);

/** An export failure that a retry can't fix, with a cause for its owner. */
export class ExportFailure extends Error {
  override readonly name = 'ExportFailure';
  readonly code: JobErrorCode;

  constructor(code: JobErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
