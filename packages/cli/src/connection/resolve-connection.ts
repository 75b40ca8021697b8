import { join } from 'node:path';
import { CliError } from '../cli-error.ts';
import type { CliContext } from '../context.ts';
import { findDataFolder } from './find-data-folder.ts';
import { findOtherWriter } from './find-other-writer.ts';
import { findUserFolder } from './find-user-folder.ts';
import { CONNECTION_FILE, readSavedConnection, type SavedConnection } from './saved-connection.ts';

export interface ConnectionOptions {
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly dataDir?: string | undefined;
}

export interface ResolvedConnection {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  /** Whether the user typed the key for this command. */
  readonly isTyped?: boolean;
}

type ConnectionContext = Pick<CliContext, 'env' | 'cwd' | 'uid' | 'warn'>;

/**
 * Returns the service and its key. Sources of the address, in this order: options, the environment, the data folder
 * (`docwright up`), the user's folder (`docwright login`).
 *
 * 1. A saved key is sent only to the address with which it was saved.
 * 2. A key from options or the environment is sent only to an address that the user chose: by options, the environment,
 *    a data folder that they named, or `docwright login`. It is never sent to an address that only the current folder
 *    names.
 * 3. A saved connection that someone else could have written is ignored, with a warning.
 *
 * @throws {CliError} `no_service`, `address_needed`, `invalid_base_url`
 */
export function resolveConnection(context: ConnectionContext, options: ConnectionOptions): ResolvedConnection {
  const { env } = context;
  const baseUrl = options.baseUrl ?? env['DOCWRIGHT_BASE_URL'];
  const apiKey = options.apiKey ?? env['DOCWRIGHT_API_KEY'];
  if (baseUrl !== undefined && apiKey !== undefined) return { baseUrl: requireHttp(baseUrl), apiKey };
  const { chosen, found } = readConnections(context, options.dataDir);
  if (baseUrl !== undefined) {
    // Checks the user's own connection first, because a folder must not decide which account is used.
    const known = [...chosen, ...found].find((saved) => isSameService(saved.baseUrl, baseUrl));
    return { baseUrl: requireHttp(baseUrl), apiKey: known?.apiKey };
  }
  const [inFolder] = found;
  if (inFolder !== undefined && (apiKey === undefined || apiKey === inFolder.apiKey))
    return { baseUrl: requireHttp(inFolder.baseUrl), apiKey: inFolder.apiKey };
  if (inFolder !== undefined)
    throw addressNeeded(inFolder, options.apiKey === undefined ? 'DOCWRIGHT_API_KEY' : '--api-key');
  const [saved] = chosen;
  if (saved === undefined) throw noService();
  return { baseUrl: requireHttp(saved.baseUrl), apiKey: apiKey ?? saved.apiKey };
}

/** Returns the address that the user chose, for a key that the user will type. @throws {CliError} `no_service` */
export function resolveChosenAddress(context: ConnectionContext, { baseUrl, dataDir }: ConnectionOptions): string {
  const named = baseUrl ?? context.env['DOCWRIGHT_BASE_URL'];
  const address = named ?? readConnections(context, dataDir).chosen[0]?.baseUrl;
  if (address === undefined) throw noService();
  return requireHttp(address);
}

interface FoundConnection extends SavedConnection {
  readonly path: string;
}

interface Connections {
  /** The connection in a data folder that the user named, then the one in the user's own folder. */
  readonly chosen: readonly FoundConnection[];
  /** The connection in the nearest data folder, which may belong to the repository around the current folder. */
  readonly found: readonly FoundConnection[];
}

function readConnections(context: ConnectionContext, dataDir: string | undefined): Connections {
  const data = findDataFolder(context, dataDir);
  const user = findUserFolder(context);
  const inData = readOwn(context, data.path);
  const inUser = user === undefined ? [] : readOwn(context, user);
  return data.isNamed ? { chosen: [...inData, ...inUser], found: [] } : { chosen: inUser, found: inData };
}

function readOwn(context: ConnectionContext, folder: string): readonly FoundConnection[] {
  const path = join(folder, CONNECTION_FILE);
  const reason = findOtherWriter(path, context);
  if (reason !== undefined) {
    context.warn(
      `${path} is ignored: ${reason}. Specify the service with --base-url, or save it with "docwright login".`,
    );
    return [];
  }
  const saved = readSavedConnection(folder);
  return saved === undefined ? [] : [{ ...saved, path }];
}

function addressNeeded({ path, baseUrl }: FoundConnection, key: string): CliError {
  const message = `the key from ${key} is not sent to ${baseUrl}, which comes from ${path}; also pass the address with --base-url or DOCWRIGHT_BASE_URL`;
  return new CliError('usage', 'address_needed', message);
}

const noService = (): CliError =>
  new CliError(
    'usage',
    'no_service',
    'no service is configured here; start one with "docwright up", save one with "docwright login URL", or pass --base-url and --api-key (DOCWRIGHT_BASE_URL, DOCWRIGHT_API_KEY)',
  );

function requireHttp(address: string): string {
  if (/^https?:\/\/[^/]/.test(address) && URL.canParse(address)) return address;
  throw new CliError('usage', 'invalid_base_url', `the base address "${address}" must begin with http:// or https://`);
}

/** Whether two addresses, in any spelling, belong to the same service. Paths are case-sensitive. */
export const isSameService = (one: string, other: string): boolean => normalize(one) === normalize(other);

function normalize(address: string): string {
  const url = URL.parse(address);
  return url === null ? address : `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}${url.search}`;
}
