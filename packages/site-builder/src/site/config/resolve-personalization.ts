import { fieldOf, type JsonObject } from '../../text/json-object.ts';
import type { FieldReader } from './field-reader.ts';
import type { PersonalizationConfig } from './site-config.ts';

const place = 'personalization';

export function resolvePersonalization(raw: JsonObject, read: FieldReader): PersonalizationConfig {
  const written = read.text(fieldOf(raw, place), 'infoUrl', place)?.trim() ?? '';
  if (written === '') return { infoUrl: undefined };
  const url = URL.parse(written);
  if (url !== null && isAllowed(url)) return { infoUrl: url.href };
  read.wrong(`${place}.infoUrl`, written, 'an https URL such as https://app.example.com/docs-user');
  return { infoUrl: undefined };
}

/**
 * Whether an address may return a reader's values: they aren't sent unencrypted, except on the author's own computer.
 */
function isAllowed({ protocol, hostname, username, password, hash }: URL): boolean {
  if (username !== '' || password !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}
