import type { Html } from '../markup/html.ts';
import { referenceText } from '../text/reference-text.ts';
import { parseSpelling } from '../site/index.ts';
import { writeEndpoint } from './write/write-endpoint.ts';

/** The known parts of an operation whose specification is missing: its method and address; `''` for anything else. */
export function renderMissingOperation(written: unknown, language: string): Html {
  const spelling = typeof written === 'string' ? parseSpelling('openapi', written) : undefined;
  if (spelling?.kind !== 'operation') return '';
  const { method, path } = spelling;
  return writeEndpoint({ method, path, server: '', tryIt: referenceText(language).tryIt, playground: undefined });
}
