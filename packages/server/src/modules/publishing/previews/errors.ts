import { ApiError } from '../../../platform/http/index.ts';

export const previewFailed = (why: string, cause?: unknown): ApiError =>
  new ApiError('preview_failed', `The pages can't be rendered: ${why}`, { cause });

/** The response for a link that is forged, altered or expired, and for a link whose target was deleted. */
export const previewLinkInvalid = (): ApiError =>
  new ApiError('link_invalid', 'This preview link is invalid or has expired. Open the preview again in the dashboard.');
