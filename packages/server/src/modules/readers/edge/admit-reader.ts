/**
 * Decides whether a request may read a preview.
 *
 * 1. A signed link always opens the preview. The token moves to a cookie, and the reader is redirected to the same page
 *    without the parameter, so that nobody shares it by accident.
 * 2. Other sign-ins also set a cookie, for this origin and this preview only. Each request checks its session or
 *    password, so rotating a password or removing a member ends access.
 * 3. There are no redirects to other sites: return paths are paths.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { PreviewAccess } from '@docwright/contract';
import { securityHeaders, sendText } from '@docwright/site-server';
import { createAccessCookies, type AccessCookies } from './access-cookies.ts';
import { accessPath, sendPasswordPage } from './access-page.ts';
import { readerAddress } from './believe-proxies.ts';
import { isPreviewToken, previewLinkSeconds, previewParameter } from './preview-access.ts';
import type { PreviewExchange } from './preview-exchange.ts';
import { makeReaderToken, readerSeconds, readReaderToken, type ReaderPass } from './reader-token.ts';
import { toReturnPath } from './return-path.ts';
import type { KnownSite } from './site-table.ts';
import type { FoundSite } from '../../publishing/deployments/index.ts';

/** The result of a password attempt. */
export type GuessResult =
  | { readonly kind: 'right'; readonly passwordId: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'later'; readonly seconds: number };

export interface AdmitOptions {
  readonly secrets: readonly [string, ...string[]];
  readonly nowMs: () => number;
  /** Applies to previews whose project has not chosen a setting. */
  readonly defaultAccess: PreviewAccess;
  readonly isSecure: boolean;
  /** Where members sign in. */
  readonly dashboardUrl: string;
  /** Consumes the code and returns the session that created it. */
  readonly takeCode: (request: {
    readonly code: string;
    readonly environmentId: string;
    readonly challenge: string;
  }) => Promise<string | undefined>;
  readonly isMember: (request: { readonly sessionId: string; readonly organizationId: string }) => Promise<boolean>;
  readonly guess: (request: {
    readonly projectId: string;
    readonly password: string;
    readonly address: string;
  }) => Promise<GuessResult>;
}

interface Asked {
  readonly exchange: PreviewExchange;
  readonly found: FoundSite;
  readonly access: PreviewAccess;
  readonly url: URL;
}

const readerCookie = 'docwright_reader';
/** Proves that the code was issued to this browser. */
const proofCookie = 'docwright_sign_in';
const proofSeconds = 600;
const maxBodyBytes = 8_192;

/** Returns `undefined` for proofs that we didn't issue. */
const toChallenge = (proof: string | undefined): string | undefined =>
  proof !== undefined && /^[\w-]{43}$/.test(proof) ? createHash('sha256').update(proof).digest('base64url') : undefined;

/** Returns false after it has answered the request itself. */
export function createAdmitReader(options: AdmitOptions) {
  const cookies = createAccessCookies(options.isSecure);
  return async (exchange: PreviewExchange, { found }: KnownSite): Promise<boolean> => {
    const access = found.previewAccess ?? options.defaultAccess;
    if (access === 'public') return true;
    exchange.isProtected = true;
    const url = URL.parse(exchange.request.url ?? '/', 'http://site.invalid');
    if (url === null) {
      sendText(exchange, 400, 'The address is invalid.\n');
      return false;
    }
    const asked = { exchange, found, access, url };
    if (openByLink(options, cookies, asked)) return false;
    if (url.pathname === accessPath) {
      await answerAccess(options, cookies, asked);
      return false;
    }
    if (await isLetIn(options, cookies, asked)) return true;
    refuse(options, cookies, asked);
    return false;
  };
}

/** 1. Returns true after it has answered the request. */
function openByLink(options: AdmitOptions, cookies: AccessCookies, { exchange, found, url }: Asked): boolean {
  const token = url.searchParams.get(previewParameter);
  if (token === null || !isPreviewToken(options.secrets, found.environmentId, { token, nowMs: options.nowMs() }))
    return false;
  url.searchParams.delete(previewParameter);
  redirect(exchange, toReturnPath(`${url.pathname}${url.search}`), [
    cookies.write(previewParameter, token, previewLinkSeconds),
  ]);
  return true;
}

/** 2 */
async function isLetIn(options: AdmitOptions, cookies: AccessCookies, asked: Asked): Promise<boolean> {
  const { exchange, found } = asked;
  const { cookie } = exchange.request.headers;
  const nowMs = options.nowMs();
  const isLinked = (token: string): boolean => isPreviewToken(options.secrets, found.environmentId, { token, nowMs });
  if (cookies.read(cookie, previewParameter).some(isLinked)) return true;
  for (const token of cookies.read(cookie, readerCookie).slice(0, 4)) {
    const pass = readReaderToken(options.secrets, found.environmentId, { token, nowMs });
    if (pass !== undefined && (await isGood(options, asked, pass))) return true;
  }
  return false;
}

async function isGood(
  { isMember }: AdmitOptions,
  { found, access }: Asked,
  { kind, of }: ReaderPass,
): Promise<boolean> {
  if (access === 'password') return kind === 'password' && found.passwordIds.includes(of);
  if (access !== 'members' || kind !== 'member') return false;
  return isMember({ sessionId: of, organizationId: found.organizationId });
}

function refuse(options: AdmitOptions, cookies: AccessCookies, asked: Asked): void {
  const { exchange, access, url } = asked;
  const { method, headers } = exchange.request;
  const isPage = (method === 'GET' || method === 'HEAD') && /text\/html/i.test(headers.accept ?? '');
  const returnTo = toReturnPath(`${url.pathname}${url.search}`);
  if (isPage && access === 'members') return leadToSignIn(options, cookies, asked, returnTo);
  if (isPage && access === 'password') return sendPasswordPage(exchange, { status: 401, returnTo });
  sendText(exchange, 401, "This preview is not public. Open it from the project's deployments.\n");
}

function leadToSignIn(options: AdmitOptions, cookies: AccessCookies, asked: Asked, returnTo: string): void {
  const { exchange, found } = asked;
  // Pages opened at the same time share one proof.
  const known = cookies.read(exchange.request.headers.cookie, proofCookie).find((one) => toChallenge(one));
  const proof = known ?? randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    site: found.label ?? '',
    challenge: toChallenge(proof) ?? '',
    to: returnTo,
  });
  const address = `${options.dashboardUrl}/dashboard/open-preview?${query.toString()}`;
  redirect(exchange, address, [cookies.write(proofCookie, proof, proofSeconds)]);
}

/** Handles a code from the dashboard, or a password. */
async function answerAccess(options: AdmitOptions, cookies: AccessCookies, asked: Asked): Promise<void> {
  const { exchange, access } = asked;
  const { method } = exchange.request;
  if (method === 'GET' && access === 'members') return exchangeCode(options, cookies, asked);
  if (method === 'POST' && access === 'password') return takePassword(options, cookies, asked);
  if (method === 'GET') return redirect(exchange, '/', []);
  sendText(exchange, 405, 'Only GET and HEAD are allowed.\n');
}

async function exchangeCode(options: AdmitOptions, cookies: AccessCookies, asked: Asked): Promise<void> {
  const { exchange, found, url } = asked;
  const { environmentId, organizationId } = found;
  const code = url.searchParams.get('code') ?? '';
  const [challenge] = cookies
    .read(exchange.request.headers.cookie, proofCookie)
    .flatMap((proof) => toChallenge(proof) ?? []);
  const sessionId =
    challenge === undefined || !/^[\w-]{43}$/.test(code)
      ? undefined
      : await options.takeCode({ code, environmentId, challenge });
  if (sessionId === undefined || !(await options.isMember({ sessionId, organizationId })))
    return sendText(
      exchange,
      401,
      "The sign-in took too long, or was started in another browser. Open the preview's address again.\n",
    );
  letIn(options, cookies, asked, { pass: { kind: 'member', of: sessionId }, to: url.searchParams.get('to') });
}

async function takePassword(options: AdmitOptions, cookies: AccessCookies, asked: Asked): Promise<void> {
  const { exchange, found } = asked;
  if (!isOwnForm(exchange)) return sendText(exchange, 403, 'The password was sent from a page of another site.\n');
  const form = await readForm(exchange);
  if (form === undefined) {
    exchange.response.shouldKeepAlive = false;
    return sendText(exchange, 413, 'The password is invalid.\n');
  }
  const returnTo = toReturnPath(form.get('to'));
  const result = await options.guess({
    projectId: found.projectId,
    password: form.get('password') ?? '',
    address: readerAddress(exchange.request),
  });
  switch (result.kind) {
    case 'right':
      return letIn(options, cookies, asked, { pass: { kind: 'password', of: result.passwordId }, to: returnTo });
    case 'wrong':
      return sendPasswordPage(exchange, { status: 401, returnTo, problem: 'The password is incorrect.' });
    case 'later': {
      exchange.response.setHeader('Retry-After', String(result.seconds));
      const problem = `Too many attempts. Try again in ${String(result.seconds)} seconds.`;
      return sendPasswordPage(exchange, { status: 429, returnTo, problem });
    }
  }
}

interface Entry {
  readonly pass: ReaderPass;
  readonly to: string | null;
}

function letIn(options: AdmitOptions, cookies: AccessCookies, { exchange, found }: Asked, { pass, to }: Entry): void {
  const token = makeReaderToken(options.secrets, found.environmentId, { ...pass, nowMs: options.nowMs() });
  redirect(exchange, toReturnPath(to), [
    cookies.write(readerCookie, token, readerSeconds),
    cookies.write(proofCookie, '', 0),
  ]);
}

/** Browsers send the origin of a form; a client that sends none isn't a browser. */
function isOwnForm({ request }: PreviewExchange): boolean {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined) return URL.parse(origin)?.host === host;
  return site === undefined || site === 'same-origin';
}

/** Returns `undefined` for bodies larger than a password and a path need. */
async function readForm({ request }: PreviewExchange): Promise<URLSearchParams | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function redirect(exchange: PreviewExchange, location: string, cookies: readonly string[]): void {
  const set = cookies.flatMap((cookie) => ['Set-Cookie', cookie]);
  exchange.send(
    303,
    ['Location', location, ...set, 'Content-Length', '0', 'Cache-Control', 'no-store', ...securityHeaders],
    undefined,
  );
}
