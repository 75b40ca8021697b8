import { ApiError } from '../../../platform/http/index.ts';
import { countOf } from '../../../platform/words/count-of.ts';

/** @param message the setting and the allowed values, never a secret */
export const accessSettingsInvalid = (path: string, message: string): ApiError => {
  const name = path.slice(1).replaceAll('/', '.');
  return new ApiError('access_settings_invalid', `The readers' access is unchanged: ${name} ${message}.`, {
    details: [{ path, message }],
  });
};

export const accessElsewhere = (kind: string): ApiError =>
  new ApiError(
    'site_not_live',
    `The project's deployment kind is "${kind}", so its site isn't served here. Set readers' access where its bundle is served, with the settings \`access.*\` of \`docwright host\`; the mode "members" isn't available there. Or change the deployment kind to "cloud".`,
  );

export const readerPasswordNotFound = (label: string): ApiError =>
  new ApiError('not_found', `The site has no reader password "${label}".`);

export const tooManyReaderPasswords = (limit: number): ApiError =>
  new ApiError(
    'reader_password_limit',
    `The site has ${countOf(limit, 'reader password')}, which is the limit. Delete one first.`,
  );

export const readerKeyNotFound = (id: string): ApiError => new ApiError('not_found', `The site has no key "${id}".`);

export const readerKeyTaken = (id: string): ApiError =>
  new ApiError('reader_key_taken', `The site already has a key "${id}". Choose another ID, or delete that key first.`);

export const tooManyReaderKeys = (limit: number): ApiError =>
  new ApiError('reader_key_limit', `The site has ${countOf(limit, 'key')}, which is the limit. Delete one first.`);

export const testNotFound = (id: string): ApiError =>
  new ApiError('not_found', `There is no test sign-in "${id}". Tests are deleted after an hour.`);
