import { ApiError } from '../../../platform/http/index.ts';

/** `message` names fields and their allowed values, never a credential. */
export const modelSettingsInvalid = (place: number | 'embedding', message: string): ApiError => {
  const isSearch = place === 'embedding';
  const name = isSearch ? 'The embedding model' : `Model ${place + 1}`;
  const path = isSearch ? '/embedding' : `/models/${place}`;
  return new ApiError('model_settings_invalid', `${name} can't be used: ${message}.`, { details: [{ path, message }] });
};

export const unknownModel = (model: string, known: readonly string[]): ApiError =>
  new ApiError(
    'model_settings_invalid',
    `"${model}" is not one of the configured models. The models are: ${known.join(', ')}.`,
    {
      details: [{ path: '/model', message: `must be one of ${known.join(', ')}` }],
    },
  );

/** The error for settings without any model, which would amount to a deletion. */
export const noModels = (): ApiError =>
  new ApiError('invalid_request', 'The list of models is empty. To delete the models, use DELETE.', {
    details: [{ path: '/models', message: 'must have at least 1 item unless `embedding` is set' }],
  });
