import type { Client, SiteAccess } from '@docwright/sdk';
import { CliError } from '../../cli-error.ts';
import { readSettingsFile } from '../../connection/read-settings-file.ts';
import type { Invocation } from '../../invocation.ts';
import { readOptionFile } from '../../read-option-file.ts';
import type { ProjectOption } from '../require-project.ts';

export interface AccessOptions extends ProjectOption {
  readonly signIn?: 'required' | 'optional';
  readonly sessionDays?: number;
  readonly file?: string;
  readonly issuer?: string;
  readonly groupsClaim?: string;
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly apiUrl?: string;
  readonly clientId?: string;
  readonly clientSecretFile?: string;
  readonly scopes?: string;
  readonly logoutUrl?: string;
  readonly loginUrl?: string;
  readonly proxyAddresses?: string;
  readonly proxySecretFile?: string;
  readonly proxyCertificate?: string;
}

export type AccessRequest = Omit<Parameters<Client['setSiteAccess']>[0], 'projectId'>;
type OAuth = NonNullable<AccessRequest['oauth']>;
type Proxy = NonNullable<AccessRequest['proxy']>;

/** Returns a request that changes the given options and leaves the rest of their sections unchanged. */
export async function toAccessRequest(call: Invocation<AccessOptions>, before: SiteAccess): Promise<AccessRequest> {
  const { signIn, sessionDays: sessionSeconds, file, loginUrl } = call.options;
  const mode = call.argument(0);
  const sections = file === undefined ? {} : readSections(call, file);
  const oauth = await changeOAuth(call, before.oauth);
  const proxy = await changeProxy(call, before.proxy);
  const request = {
    ...sections,
    ...(signIn !== undefined && { signIn }),
    ...(sessionSeconds !== undefined && { sessionSeconds }),
    ...(oauth !== undefined && { oauth }),
    ...(loginUrl !== undefined && { jwt: { loginUrl } }),
    ...(proxy !== undefined && { proxy }),
  };
  if (mode === '' && Object.keys(request).length === 0)
    throw new CliError('usage', 'usage', 'access set needs a mode or a setting; see --help');
  // Commander has checked that the argument is a valid mode.
  return { ...request, mode: mode === '' ? before.mode : (mode as SiteAccess['mode']) };
}

const sectionNames = ['oauth', 'jwt', 'proxy'];

function readSections({ context }: Invocation<AccessOptions>, file: string): Partial<AccessRequest> {
  const read = readSettingsFile(context.cwd, file);
  const unknown = Object.keys(read).find((name) => !sectionNames.includes(name));
  if (unknown !== undefined)
    throw new CliError('usage', 'usage', `${file} contains "${unknown}"; it can contain ${sectionNames.join(', ')}`);
  // The service validates the contents of the sections.
  return read;
}

async function changeOAuth(call: Invocation<AccessOptions>, before: SiteAccess['oauth']): Promise<OAuth | undefined> {
  const { issuer, authorizationUrl, tokenUrl, apiUrl, clientId, clientSecretFile } = call.options;
  const { groupsClaim, scopes, logoutUrl } = call.options;
  const given = [
    issuer,
    authorizationUrl,
    tokenUrl,
    apiUrl,
    clientId,
    clientSecretFile,
    groupsClaim,
    scopes,
    logoutUrl,
  ];
  if (given.every((value) => value === undefined)) return undefined;
  const clientSecret = await readSecret(call, '--client-secret-file', clientSecretFile);
  const { hasClientSecret: _has, ...kept } = before ?? { hasClientSecret: false, clientId: '' };
  const named = definedOnly({
    issuer,
    authorizationUrl,
    tokenUrl,
    apiUrl,
    clientId,
    clientSecret,
    groupsClaim,
    logoutUrl,
    scopes: scopes?.split(/\s+/).filter((scope) => scope !== ''),
  });
  const plain = [authorizationUrl, tokenUrl, apiUrl];
  // An issuer and the three OAuth 2 URLs are mutually exclusive.
  const dropped =
    issuer !== undefined
      ? { authorizationUrl: '', tokenUrl: '', apiUrl: '' }
      : plain.some((value) => value !== undefined)
        ? { issuer: '' }
        : {};
  return { ...kept, ...dropped, ...named };
}

async function changeProxy(call: Invocation<AccessOptions>, before: SiteAccess['proxy']): Promise<Proxy | undefined> {
  const { proxyAddresses, proxySecretFile, proxyCertificate } = call.options;
  if ([proxyAddresses, proxySecretFile, proxyCertificate].every((option) => option === undefined)) return undefined;
  const secret = await readSecret(call, '--proxy-secret-file', proxySecretFile);
  const { addresses = [], userHeader, groupsHeader, nameHeader, emailHeader, secretHeader } = before ?? {};
  // A new secret replaces the certificate.
  const kept = secret === undefined ? (before?.certificateSubject ?? undefined) : undefined;
  return {
    addresses: proxyAddresses?.split(',').map((address) => address.trim()) ?? addresses,
    ...definedOnly({
      userHeader,
      groupsHeader,
      nameHeader,
      emailHeader,
      secretHeader,
      secret,
      certificateSubject: proxyCertificate ?? kept,
    }),
  };
}

/** Reads a secret from a file. Secrets are never arguments, because other users of the machine can read arguments. */
async function readSecret(
  { context }: Invocation<AccessOptions>,
  option: string,
  file: string | undefined,
): Promise<string | undefined> {
  if (file === undefined) return undefined;
  return (await readOptionFile(context.cwd, { option, file, code: 'unreadable_secret' })).trim();
}

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

const definedOnly = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
