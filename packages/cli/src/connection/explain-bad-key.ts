import { DocwrightError } from '@docwright/sdk';
import type { CliContext } from '../context.ts';
import type { ConnectionOptions, ResolvedConnection } from './resolve-connection.ts';
import { countOf } from '../count-of.ts';

/** The format of API keys. Their last 6 characters are a checksum, which only the service checks. */
const keyShape = /^dw_[0-9A-Za-z]{38}$/;

/** Possible sources of a key. */
interface KeySource {
  readonly env: CliContext['env'];
  readonly options: ConnectionOptions;
}

/**
 * Explains why a key was rejected. The service has one error for every kind of bad key, so that it doesn't reveal which
 * keys exist. The command has the key itself, so its error can name the problem and the remedy. Other errors are
 * returned unchanged.
 */
export function explainBadKey(error: unknown, sent: ResolvedConnection, source: KeySource): unknown {
  if (!(error instanceof DocwrightError) || error.code !== 'unauthorized') return error;
  return new DocwrightError(describeFault(sent, source), error, { cause: error });
}

function describeFault({ baseUrl, apiKey = '', isTyped = false }: ResolvedConnection, source: KeySource): string {
  const create = 'Create one under "API keys" in the dashboard';
  const pass = `save it with "docwright login ${baseUrl}" or set DOCWRIGHT_API_KEY`;
  if (apiKey === '') return `${baseUrl} needs an API key, and none is set. ${create}, then ${pass}.`;
  const named = `the API key ${shorten(apiKey)} (${isTyped ? 'as entered' : nameSource(apiKey, source)})`;
  if (apiKey.startsWith('dw_pub_'))
    return `${named} is a public key, which only works in sites. ${create}, then ${pass}.`;
  if (!keyShape.test(apiKey))
    return `${named} is malformed: it has ${countOf(apiKey.length, 'character')}, and a key is "dw_" and 38 letters and digits. Copy the whole key again, then ${pass}.`;
  return `${baseUrl} doesn't accept ${named}: it is mistyped, revoked or expired, or belongs to another installation. ${create}, then ${pass}.`;
}

/** Returns the key's prefix, as shown in the key list. */
const shorten = (key: string): string =>
  keyShape.test(key) ? `${key.slice(0, 7)}…${key.slice(-4)}` : `${key.slice(0, 7)}…`;

function nameSource(apiKey: string, { env, options }: KeySource): string {
  if (options.apiKey === apiKey) return 'from --api-key';
  return env['DOCWRIGHT_API_KEY'] === apiKey ? 'from DOCWRIGHT_API_KEY' : 'saved on this machine';
}
