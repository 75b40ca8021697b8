import { ApiError } from '../../platform/http/index.ts';

/** `message` names fields and what they may hold, never a credential. */
export const modelSettingsInvalid = (index: number, message: string): ApiError =>
  new ApiError('model_settings_invalid', `Model ${String(index + 1)} can't be used: ${message}.`, {
    details: [{ path: `/models/${String(index)}`, message }],
  });

export const unknownModel = (model: string, known: readonly string[]): ApiError =>
  new ApiError('model_settings_invalid', `"${model}" is none of the project's models: ${known.join(', ')}.`, {
    details: [{ path: '/model', message: `must be one of ${known.join(', ')}` }],
  });
