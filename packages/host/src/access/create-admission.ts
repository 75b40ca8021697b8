import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  describeFailure,
  isSignInOptional,
  maxSessionSeconds,
  SiteGate,
  type GateEvent,
  type GateSite,
} from '@docwright/site-access';
import { admitExchange, ExchangeRequest, ProtectedExchange, UseWindows } from '@docwright/site-server';
import type { HttpExchange, ServedSite } from '@docwright/site-server';
import type { HostLog } from '../operations/host-log.ts';
import type { HostAccess } from '../settings/read-access.ts';
import type { Site } from '../site.ts';
import { createFetch } from './create-fetch.ts';
import { PasswordGuesses } from './guess-password.ts';
import { Marks } from './marks.ts';
import { ReaderFiles } from './reader-files.ts';
import { openSessionSecret } from './session-secret.ts';

/** Returns the exchange to answer, or `undefined` if the request was already answered; synchronously if possible. */
export type Admission = (
  site: ServedSite,
  exchange: HttpExchange,
) => HttpExchange | undefined | Promise<HttpExchange | undefined>;

interface HostSite extends GateSite {
  readonly host: HostAccess;
}

export interface AdmissionDeps {
  readonly dataDir: string;
  readonly nowMs: () => number;
  readonly log: HostLog;
}

/** Limit on a client's sign-ins to a site with a token or through a provider. An entire office can be one client. */
const signIns = { uses: 120, windowMs: 60_000 };
/** A token is valid for ten seconds, with a minute of clock skew in both directions; a code is valid for a minute. */
const tokenMs = 5 * 60_000;

/** @returns `undefined` if every site is public, because their requests need no check */
export async function createAdmission(sites: readonly Site[], deps: AdmissionDeps): Promise<Admission | undefined> {
  const isProtected = ({ settings }: Site): boolean => settings.access.access.mode !== 'public';
  if (!sites.some(isProtected)) return undefined;
  const gates = new Map<ServedSite, { readonly gate: SiteGate<HostSite>; readonly site: Omit<HostSite, 'basePath'> }>();
  const createGate = await openGates(sites, deps);
  for (const { served, settings } of sites.filter(isProtected)) {
    const { name, access: host } = settings;
    if (host.url === undefined) continue;
    const scheme = host.url.protocol === 'https:' ? 'https' : 'http';
    const signIn = isSignInOptional(host.access) ? 'optional' : 'required';
    const isPublic: HostSite['isPublic'] = (request) => served.isPublicRequest(request, signIn);
    const site = { id: `site ${name}`, access: host.access, scheme, hosts: [host.url.host], host, isPublic } as const;
    gates.set(served, { gate: createGate(host.sessionSecret), site });
  }
  return (served, exchange) => {
    const found = gates.get(served);
    if (found === undefined) return exchange;
    const shown = ProtectedExchange.of(exchange);
    shown.site = served.name;
    const site: HostSite = { ...found.site, basePath: served.versions[0]?.source.basePath ?? '' };
    const request = new ExchangeRequest(shown, shown.network);
    const isAdmitted = admitExchange(shown, found.gate.admit(site, request));
    if (typeof isAdmitted === 'boolean') return isAdmitted ? shown : undefined;
    return isAdmitted.then((is) => (is ? shown : undefined));
  };
}

/** Creates gates that share limits and marks, each with the secret of its site. */
async function openGates(
  sites: readonly Site[],
  { dataDir, nowMs, log }: AdmissionDeps,
): Promise<(secret: string) => SiteGate<HostSite>> {
  const guesses = new PasswordGuesses(nowMs);
  const windows = new UseWindows([signIns], nowMs);
  const used = new Marks({ folder: join(dataDir, 'access', 'used-tokens'), keepMs: tokenMs, nowMs });
  const keepMs = maxSessionSeconds * 1000;
  const ended = new Marks({ folder: join(dataDir, 'access', 'ended-sessions'), keepMs, nowMs });
  const newId = (): string => randomBytes(6).toString('hex');
  const store = new ReaderFiles({ folder: join(dataDir, 'access', 'readers'), nowMs, newId });
  const fetch = createFetch(sites.map(({ settings }) => settings.access));
  const needsSecret = sites.some(
    ({ settings: { access } }) => access.access.mode !== 'public' && access.sessionSecret === '',
  );
  const stored = needsSecret ? await openSessionSecret(dataDir) : '';
  return (secret) =>
    new SiteGate<HostSite>({
      nowMs,
      secrets: [secret === '' ? stored : secret],
      guess: ({ id: site, host }, attempt) => guesses.try(host.passwords, { site, ...attempt }),
      members: undefined,
      fetch,
      takeSignIn: ({ id }, address) => Math.ceil(windows.take(`${id} ${address}`) / 1000),
      // The site isn't needed, because the digest's token is valid only for this site's host.
      useOnce: (_site, { digest }) => used.add(digest),
      endedSessions: {
        has: (_site, id) => ended.has(id),
        end: async (_site, { id }) => void (await ended.add(id)),
      },
      store,
      report: ({ id }, event) => report(log, id, event),
    });
}

function report(log: HostLog, site: string, event: GateEvent): void {
  if (event.kind === 'groups-left-out')
    log.warn(
      { site, kept: event.kept, leftOut: event.leftOut },
      'a reader has more groups than fit into a session; the groups that were left out grant no access',
    );
  if (event.kind === 'content-left-out')
    log.warn({ site }, 'a reader’s user object is too large; personalized pages don’t show it');
  if (event.kind === 'not-stored')
    log.error(
      { site, reason: event.error.message },
      'the data folder accepts no more data: readers can’t sign in or create tokens',
    );
  if (event.kind === 'sign-in-failed') {
    const { code, error } = event;
    log.warn({ site, code }, `a reader could not sign in: ${describeFailure(error)}`);
  }
}
