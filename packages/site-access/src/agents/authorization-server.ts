/**
 * Lets an agent read a site with a reader's permission, as the Model Context Protocol defines it: OAuth 2.1 with the
 * site as authorization server, only for the site's own MCP server.
 *
 * 1. Clients are public, and PKCE with S256 is required. A code works once, within a minute; a second use revokes the
 *    token that was issued for it.
 * 2. Nothing is sent to an address that the client didn't register; a request with an unregistered address receives an
 *    error page.
 * 3. The reader decides on a page that names the recipient of the permission.
 * 4. A token lasts as long as a sign-in and is checked at each use. Refresh tokens aren't issued.
 */
import { createHash } from 'node:crypto';
import { redirect, sendPage, type GateAnswer } from '../gate/gate-answer.ts';
import { isOwnForm, isRead } from '../gate/gate-request.ts';
import type { GateSite } from '../gate/gate-site.ts';
import type { GatePorts } from '../gate/ports.ts';
import { sendProblem, sentFromElsewhere } from '../gate/problems.ts';
import type { Visit } from '../gate/visit.ts';
import { consentPage } from '../pages/consent-page.ts';
import { openSealed, sealValue } from '../session/sealed-value.ts';
import type { Session } from '../session/session.ts';
import { readSigned, signValue } from '../session/signed-value.ts';
import { isResource, issuerOf, resourceOf } from './agent-resource.ts';
import { findClient, maxRegistrationBytes, registerClient, type Client } from './clients.ts';
import { sendJson, sendOAuthError, sendOAuthRateLimited, sendPreflight } from './oauth-answers.ts';
import { isRegistered } from './redirect-rules.ts';
import { newTokenId } from './reader-token.ts';
import type { TokenBasis, TokenRecords } from './token-records.ts';

export type OAuthPath = '/account/oauth/authorize' | '/account/oauth/register' | '/account/oauth/token';

const cookie = 'docwright_authorize';
const requestSeconds = 600;
const codeSeconds = 60;
const maxStateLength = 1_000;
const maxFormBytes = 16 * 1024;

/** A request that awaits the reader's decision. */
interface Requested {
  readonly clientName: string;
  readonly client: string;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly challenge: string;
  readonly untilMs: number;
}

/** The contents of a code, which only a gate can read. */
interface Granted extends TokenBasis {
  readonly id: string;
  readonly clientName: string;
  readonly client: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly untilMs: number;
}

export class AuthorizationServer<Site extends GateSite> {
  readonly #ports: GatePorts<Site>;
  readonly #records: TokenRecords<Site>;

  constructor(ports: GatePorts<Site>, records: TokenRecords<Site>) {
    this.#ports = ports;
    this.#records = records;
  }

  /** Sends the authorization server's metadata (RFC 8414). */
  sendServerMetadata(visit: Visit<Site>): GateAnswer {
    const issuer = issuerOf(visit);
    return sendJson(200, {
      issuer,
      authorization_endpoint: `${issuer}/account/oauth/authorize`,
      token_endpoint: `${issuer}/account/oauth/token`,
      registration_endpoint: `${issuer}/account/oauth/register`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code'],
      token_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
  }

  /** Sends the protected resource's metadata (RFC 9728). */
  sendResourceMetadata(visit: Visit<Site>): GateAnswer {
    return sendJson(200, {
      resource: resourceOf(visit),
      authorization_servers: [issuerOf(visit)],
      bearer_methods_supported: ['header'],
    });
  }

  async register(visit: Visit<Site>): Promise<GateAnswer> {
    if (visit.request.method === 'OPTIONS') return sendPreflight();
    const seconds = this.#ports.takeSignIn(visit.site, visit.request.address);
    if (seconds > 0) return sendOAuthRateLimited(seconds);
    const body = await visit.request.readBody(maxRegistrationBytes);
    if (body === undefined) return sendOAuthError(413, 'invalid_client_metadata', 'The body is too long.');
    const client = registerClient(this.#scope(visit), parseJson(body));
    if ('error' in client) return sendOAuthError(400, client.error, client.message);
    return sendJson(201, {
      client_id: client.id,
      client_id_issued_at: client.issuedAt,
      client_name: client.name,
      redirect_uris: client.redirectUris,
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
  }

  /** @param session the reader's session, or `undefined` if the reader must sign in first */
  async authorize(visit: Visit<Site>, session: Session | undefined): Promise<GateAnswer> {
    if (!isRead(visit.request)) return this.#decide(visit, session);
    if (visit.query.has('pending')) return this.#resume(visit, session);
    const { query } = visit;
    const clientId = query.get('client_id') ?? '';
    const client = findClient(this.#scope(visit), clientId);
    const redirectUri = query.get('redirect_uri') ?? client?.redirectUris[0] ?? '';
    if (client === undefined || !isRegistered(client.redirectUris, redirectUri)) return refuseClient(client); // 2
    const state = query.get('state') ?? undefined;
    const problem = findProblem(visit);
    if (problem !== undefined) return this.#sendBack(visit, { redirectUri, state }, { ...problem });
    const challenge = query.get('code_challenge') ?? '';
    const untilMs = this.#ports.nowMs() + requestSeconds * 1000;
    const requested: Requested = {
      clientName: client.name,
      client: digest(clientId),
      redirectUri,
      state,
      challenge,
      untilMs,
    };
    const request = signValue(this.#ports.secrets, toRequestPurpose(visit.site), requested);
    return session === undefined ? this.#signInFirst(visit, request) : this.#ask(visit, session, request);
  }

  /** Redirects to the sign-in. The request is stored in a cookie, because it is too long for the return address. */
  #signInFirst(visit: Visit<Site>, request: string): GateAnswer {
    const target = `${visit.path('/account/oauth/authorize')}?pending=${digest(request)}`;
    return redirect(302, visit.path('/login', target), [visit.cookies.write(cookie, request, requestSeconds)]);
  }

  #resume(visit: Visit<Site>, session: Session | undefined): GateAnswer {
    const request = visit.cookie(cookie).find((text) => digest(text) === visit.query.get('pending'));
    if (request === undefined || session === undefined) return sendTooLate();
    return this.#ask(visit, session, request);
  }

  /** Asks for the reader's consent (rule 3). */
  #ask(visit: Visit<Site>, { reader }: Session, request: string): GateAnswer {
    const requested = this.#readRequest(visit, request);
    if (requested === undefined) return sendTooLate();
    const { clientName, redirectUri } = requested;
    const html = consentPage({
      clientName,
      redirectUri,
      siteHost: visit.site.hosts[0],
      reader: reader.name ?? reader.email,
      groups: reader.groups,
      seconds: visit.site.access.sessionSeconds,
      action: visit.path('/account/oauth/authorize'),
      request,
    });
    return sendPage({ status: 200, html, formTargets: [toFormTarget(redirectUri)] });
  }

  async #decide(visit: Visit<Site>, session: Session | undefined): Promise<GateAnswer> {
    const { site, request } = visit;
    if (!isOwnForm(request, site.hosts)) return sentFromElsewhere();
    const form = await request.readForm(maxFormBytes);
    const requested = form === undefined ? undefined : this.#readRequest(visit, form.get('request') ?? '');
    if (form === undefined || requested === undefined || session === undefined) return sendTooLate();
    if (form.get('decision') !== 'allow')
      return this.#sendBack(visit, requested, {
        error: 'access_denied',
        error_description: 'The reader denied access.',
      });
    const { epoch, basis, reader } = session;
    const { clientName, client, redirectUri, challenge } = requested;
    const untilMs = this.#ports.nowMs() + codeSeconds * 1000;
    const id = newTokenId();
    const subject = reader.subject;
    const granted: Granted = { id, subject, epoch, basis, clientName, client, redirectUri, challenge, untilMs };
    return this.#sendBack(visit, requested, {
      code: sealValue(this.#ports.secrets, toCodePurpose(site), granted),
    });
  }

  #sendBack(
    visit: Visit<Site>,
    { redirectUri, state }: Pick<Requested, 'redirectUri' | 'state'>,
    values: Readonly<Record<string, string>>,
  ): GateAnswer {
    const url = new URL(redirectUri);
    for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
    if (state !== undefined) url.searchParams.set('state', state);
    url.searchParams.set('iss', issuerOf(visit));
    return redirect(303, url.href, [visit.cookies.remove(cookie)]);
  }

  async exchange(visit: Visit<Site>): Promise<GateAnswer> {
    const { site, request } = visit;
    if (request.method === 'OPTIONS') return sendPreflight();
    const seconds = this.#ports.takeSignIn(site, request.address);
    if (seconds > 0) return sendOAuthRateLimited(seconds);
    const form = await request.readForm(maxFormBytes);
    if (form === undefined) return sendOAuthError(413, 'invalid_request', 'The form is too long.');
    if (form.get('grant_type') !== 'authorization_code')
      return sendOAuthError(400, 'unsupported_grant_type', 'The only grant type is "authorization_code".');
    if (findClient(this.#scope(visit), form.get('client_id') ?? '') === undefined)
      return sendOAuthError(401, 'invalid_client', 'The client is not registered with this site. Register it again.');
    if (!isResource(visit, form.get('resource')))
      return sendOAuthError(400, 'invalid_target', `The only resource is ${resourceOf(visit)}`);
    const granted = this.#readCode(site, form);
    if (granted === undefined)
      return sendOAuthError(400, 'invalid_grant', 'The code is not valid, has expired, or is for another client.');
    return this.#give(site, granted);
  }

  /** Exchanges a code for a token (rule 1). */
  async #give(site: Site, granted: Granted): Promise<GateAnswer> {
    const { id, subject, clientName: name, untilMs } = granted;
    if (!(await this.#ports.useOnce(site, { digest: digest(`code ${id}`), untilMs }))) {
      await this.#records.revoke(site, { id, subject });
      return sendOAuthError(400, 'invalid_grant', 'The code was used before.');
    }
    const { sessionSeconds: seconds } = site.access;
    const wanted = { id, name, use: 'mcp', seconds } as const;
    const token = await this.#records.createForApplication(site, granted, wanted);
    if (token === undefined)
      return sendOAuthError(400, 'invalid_grant', 'The reader has too many tokens. Revoke one on the account page.');
    return sendJson(200, { access_token: token, token_type: 'Bearer', expires_in: seconds }, ['Pragma', 'no-cache']);
  }

  #readCode(site: Site, form: URLSearchParams): Granted | undefined {
    const code = form.get('code') ?? '';
    const granted = openSealed(this.#ports.secrets, toCodePurpose(site), code) as Granted | undefined;
    if (granted === undefined || granted.untilMs <= this.#ports.nowMs()) return undefined;
    const { client, redirectUri, challenge } = granted;
    const isRight =
      digest(form.get('client_id') ?? '') === client &&
      (form.get('redirect_uri') ?? redirectUri) === redirectUri &&
      digest(form.get('code_verifier') ?? '') === challenge;
    return isRight ? granted : undefined;
  }

  #readRequest({ site }: Visit<Site>, text: string): Requested | undefined {
    const requested = readSigned(this.#ports.secrets, toRequestPurpose(site), text) as Requested | undefined;
    return requested !== undefined && requested.untilMs > this.#ports.nowMs() ? requested : undefined;
  }

  #scope({ site }: Visit<Site>) {
    return { secrets: this.#ports.secrets, siteId: site.id, nowMs: this.#ports.nowMs() };
  }
}

/** Hashes text as S256 requires (RFC 7636). */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
const toRequestPurpose = ({ id }: GateSite): string => `docwright authorization\n${id}`;
const toCodePurpose = ({ id }: GateSite): string => `code\n${id}`;

/** Returns the form target for the policy: the address's origin, or the scheme if it is application-specific. */
function toFormTarget(redirectUri: string): string {
  const { protocol, origin } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? origin : protocol;
}

function findProblem(visit: Visit): { readonly error: string; readonly error_description: string } | undefined {
  const { query } = visit;
  if (query.get('response_type') !== 'code')
    return { error: 'unsupported_response_type', error_description: 'The only response type is "code".' };
  if (query.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(query.get('code_challenge') ?? ''))
    return { error: 'invalid_request', error_description: 'PKCE with S256 is required.' };
  if ((query.get('state') ?? '').length > maxStateLength)
    return { error: 'invalid_request', error_description: `"state" has more than ${maxStateLength} characters.` };
  if (!isResource(visit, query.get('resource')))
    return { error: 'invalid_target', error_description: `The only resource is ${resourceOf(visit)}` };
  return undefined;
}

const refuseClient = (client: Client | undefined): GateAnswer =>
  sendProblem(400, {
    title: 'Not accepted',
    message:
      client === undefined
        ? 'This site doesn’t recognize the application, or its registration has expired. Remove the sign-in from the application, and start again there.'
        : 'The application requested that the permission be sent to an address that it did not register.',
  });

const sendTooLate = (): GateAnswer =>
  sendProblem(400, {
    title: 'Not accepted',
    message: 'This took too long, or began in another browser. Start again in the application.',
  });

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
}
