import { ApiError } from '../../../platform/http/index.ts';

/** `message` names fields and what they may hold, never a credential. */
export const modelSettingsInvalid = (place: number | 'embedding', message: string): ApiError => {
  const isSearch = place === 'embedding';
  const name = isSearch ? 'The model of the search' : `Model ${String(place + 1)}`;
  const path = isSearch ? '/embedding' : `/models/${String(place)}`;
  return new ApiError('model_settings_invalid', `${name} can't be used: ${message}.`, { details: [{ path, message }] });
};

export const unknownModel = (model: string, known: readonly string[]): ApiError =>
  new ApiError('model_settings_invalid', `"${model}" is none of the project's models: ${known.join(', ')}.`, {
    details: [{ path: '/model', message: `must be one of ${known.join(', ')}` }],
  });

/** Settings without any model are those that a deletion leaves. */
export const noModels = (): ApiError =>
  new ApiError('invalid_request', 'No model is named; DELETE gives a project the installation’s.', {
    details: [{ path: '/models', message: 'must not have fewer than 1 items, unless `embedding` is set' }],
  });
