import { CliError } from '../cli-error.ts';
import type { CliContext } from '../context.ts';
import { findDataFolder } from './find-data-folder.ts';
import { readSavedConnection } from './saved-connection.ts';

export interface ConnectionOptions {
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly dataDir?: string | undefined;
}

export interface ResolvedConnection {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
}

/**
 * Where the service is and with which key: options, then environment, then what `docwright up` saved.
 * A saved key goes only to the address that it was saved with.
 */
export function resolveConnection(context: CliContext, options: ConnectionOptions): ResolvedConnection {
  const { env } = context;
  const baseUrl = options.baseUrl ?? env['DOCWRIGHT_BASE_URL'];
  const apiKey = options.apiKey ?? env['DOCWRIGHT_API_KEY'];
  if (baseUrl !== undefined && apiKey !== undefined) return { baseUrl: requireHttp(baseUrl), apiKey };
  const saved = readSavedConnection(findDataFolder(context, options.dataDir));
  const address = baseUrl ?? saved?.baseUrl;
  if (address === undefined) {
    throw new CliError(
      'usage',
      'no_service',
      'no service is known here; start one with "docwright up", or give --base-url and --api-key (DOCWRIGHT_BASE_URL, DOCWRIGHT_API_KEY)',
    );
  }
  const isSavedAddress = saved !== undefined && normalise(saved.baseUrl) === normalise(address);
  return { baseUrl: requireHttp(address), apiKey: apiKey ?? (isSavedAddress ? saved.apiKey : undefined) };
}

function requireHttp(address: string): string {
  if (/^https?:\/\/[^/]/.test(address) && URL.canParse(address)) return address;
  throw new CliError(
    'usage',
    'invalid_base_url',
    `the base address must begin with http:// or https://, and is "${address}"`,
  );
}

const normalise = (address: string): string => address.replace(/(?<!\/)\/+$/, '').toLowerCase();
