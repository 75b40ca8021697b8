import { CliError } from '../cli-error.ts';
import type { CliContext } from '../context.ts';
import { findDataFolder } from './find-data-folder.ts';
import { findUserFolder } from './find-user-folder.ts';
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
 * Where the service is and with which key: options, then environment, then what `docwright up` saved in a folder from here upwards, then
 * what `docwright login` saved. A saved key goes only to the address that it was saved with.
 */
export function resolveConnection(context: CliContext, options: ConnectionOptions): ResolvedConnection {
  const { env } = context;
  const baseUrl = options.baseUrl ?? env['DOCWRIGHT_BASE_URL'];
  const apiKey = options.apiKey ?? env['DOCWRIGHT_API_KEY'];
  if (baseUrl !== undefined && apiKey !== undefined) return { baseUrl: requireHttp(baseUrl), apiKey };
  const folders = [findDataFolder(context, options.dataDir), findUserFolder(context)];
  const saved = folders.flatMap((folder) => (folder === undefined ? [] : (readSavedConnection(folder) ?? [])));
  const address = baseUrl ?? saved[0]?.baseUrl;
  if (address === undefined) {
    throw new CliError(
      'usage',
      'no_service',
      'no service is known here; start one with "docwright up", save one with "docwright login URL", or give --base-url and --api-key (DOCWRIGHT_BASE_URL, DOCWRIGHT_API_KEY)',
    );
  }
  const known = saved.find((connection) => isSameService(connection.baseUrl, address));
  return { baseUrl: requireHttp(address), apiKey: apiKey ?? known?.apiKey };
}

function requireHttp(address: string): string {
  if (/^https?:\/\/[^/]/.test(address) && URL.canParse(address)) return address;
  throw new CliError(
    'usage',
    'invalid_base_url',
    `the base address must begin with http:// or https://, and is "${address}"`,
  );
}

/** Whether two addresses are of one service, however they are written. */
export const isSameService = (one: string, other: string): boolean => normalise(one) === normalise(other);

const normalise = (address: string): string => address.replace(/(?<!\/)\/+$/, '').toLowerCase();
