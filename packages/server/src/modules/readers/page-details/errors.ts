import { ApiError } from '../../../platform/http/index.ts';

export const pageNotFound = (path: string): ApiError =>
  new ApiError('not_found', `The live site has no page "${path}", and no one requested it in that time.`);
