import { fieldOf, type JsonObject } from '../../text/json-object.ts';
import type { FieldReader } from './field-reader.ts';
import type { SecurityConfig } from './site-config.ts';

/** Maximum number of origins, which are sent in a header with every page. */
const MAX_ORIGINS = 40;

/** A host with a domain, optionally with all hosts below it; a scheme alone or `*` would allow everything. */
const origin = /^https:\/\/(?:\*\.)?(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*(?::\d{1,5})?$/i;

export function resolveSecurity(raw: JsonObject, read: FieldReader): SecurityConfig {
  const place = 'security.allowedOrigins';
  const origins = new Set<string>();
  for (const written of read.texts(fieldOf(raw, 'security'), 'allowedOrigins', 'security')) {
    const clean = written.trim().replace(/\/$/, '').toLowerCase();
    if (!origin.test(clean)) read.wrong(place, written, 'origins such as https://widgets.example.com');
    else if (origins.size < MAX_ORIGINS) origins.add(clean);
    else {
      read.problem('config-value', `${place} has more than ${MAX_ORIGINS} entries.`, `Keep at most ${MAX_ORIGINS}.`);
      break;
    }
  }
  return { allowedOrigins: [...origins] };
}
