import { ApiError } from '../../../platform/http/index.ts';

export const invalidDate = (name: string, value: string, message: string): ApiError =>
  new ApiError('invalid_request', `${name} is "${value.slice(0, 80)}": it ${message}.`, {
    details: [{ path: `/${name}`, message }],
  });

export const feedbackNotFound = (id: string): ApiError =>
  new ApiError('not_found', `The project has no feedback "${id}".`);
