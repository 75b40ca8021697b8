import { createHash, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseJson } from '@docwright/bundle';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { HttpClient, HttpResponse } from '../http-client/index.ts';
import { encodeCertificateRequest } from './encode-certificate-request.ts';
import { AcmeError } from './errors.ts';

export interface AcmeSettings {
  /** URL of the authority's directory. */
  readonly directory: string;
  /** Address to which the authority sends mail. */
  readonly email: string | undefined;
  /** The account's key, on the curve P-256. */
  readonly accountKey: KeyObject;
}

export interface OrderedCertificate {
  /** The private key, in PEM format. */
  readonly key: string;
  /** The certificate chain, in PEM format, with the domain's certificate first. */
  readonly chain: string;
}

export interface CertificateOrder {
  readonly domain: string;
  /** Makes `http://{domain}/.well-known/acme-challenge/{token}` return `keyAuthorization` before it resolves. */
  readonly publish: (token: string, keyAuthorization: string) => Promise<void>;
  readonly signal: AbortSignal;
}

const Directory = Type.Object({ newNonce: Type.String(), newAccount: Type.String(), newOrder: Type.String() });
const Problem = Type.Object({ type: Type.Optional(Type.String()), detail: Type.Optional(Type.String()) });
const Order = Type.Object({
  status: Type.String(),
  authorizations: Type.Array(Type.String()),
  finalize: Type.String(),
  certificate: Type.Optional(Type.String()),
  error: Type.Optional(Problem),
});
const Challenge = Type.Object({
  type: Type.String(),
  url: Type.String(),
  token: Type.Optional(Type.String()),
  error: Type.Optional(Problem),
});
const Authorization = Type.Object({ status: Type.String(), challenges: Type.Array(Challenge) });

/** Poll interval while the authority checks. With the number of polls below, about two minutes are allowed. */
const pollMs = 2_000;
const maxPolls = 60;
/** Maximum number of nonces. If a nonce is too old, the authority responds with a new one. */
const maxNonces = 5;
const maxWaitMs = 10_000;

/** Orders certificates from an authority with ACME (RFC 8555) and the challenge http-01, one after another. */
export class AcmeClient {
  readonly #http: HttpClient;
  readonly #settings: AcmeSettings;
  readonly #jwk: Readonly<Record<'crv' | 'kty' | 'x' | 'y', string>>;
  #directory: Static<typeof Directory> | undefined;
  /** The account's URL. */
  #account: string | undefined;
  #nonce: string | undefined;

  constructor(http: HttpClient, settings: AcmeSettings) {
    this.#http = http;
    this.#settings = settings;
    const { x = '', y = '' } = createPublicKey(settings.accountKey).export({ format: 'jwk' });
    // In the order that RFC 7638 requires for a thumbprint.
    this.#jwk = { crv: 'P-256', kty: 'EC', x, y };
  }

  /** @throws AcmeError, HttpClientError */
  async order({ domain, publish, signal }: CertificateOrder): Promise<OrderedCertificate> {
    const { newOrder } = await this.#open(signal);
    const made = await this.#post(newOrder, { identifiers: [{ type: 'dns', value: domain }] }, signal);
    const orderUrl = made.headers['location'] ?? '';
    const order = await read(made, Order);
    for (const url of order.authorizations) await this.#authorize(url, publish, signal);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const csr = encodeCertificateRequest(domain, privateKey).toString('base64url');
    await (await this.#post(order.finalize, { csr }, signal)).discard();
    const ended = await this.#poll(orderUrl, Order, signal);
    if (ended.certificate === undefined) throw toAcmeError(ended.error, `The order ended with status ${ended.status}.`);
    const chain = await (await this.#post(ended.certificate, undefined, signal)).text();
    return { key: String(privateKey.export({ format: 'pem', type: 'pkcs8' })), chain };
  }

  async #open(signal: AbortSignal): Promise<Static<typeof Directory>> {
    const { directory, email } = this.#settings;
    this.#directory ??= await read(await this.#http.request({ method: 'GET', url: directory, signal }), Directory);
    if (this.#account === undefined) {
      // For an existing account, the authority returns that account.
      const contact = email === undefined ? [] : [`mailto:${email}`];
      const made = await this.#post(this.#directory.newAccount, { termsOfServiceAgreed: true, contact }, signal);
      this.#account = made.headers['location'];
      await made.discard();
    }
    return this.#directory;
  }

  async #authorize(url: string, publish: CertificateOrder['publish'], signal: AbortSignal): Promise<void> {
    const { status, challenges } = await read(await this.#post(url, undefined, signal), Authorization);
    if (status === 'valid') return;
    const challenge = challenges.find(({ type }) => type === 'http-01');
    if (challenge?.token === undefined)
      throw new AcmeError('no-http-01', "The authority doesn't offer the http-01 challenge.");
    const thumbprint = createHash('sha256').update(JSON.stringify(this.#jwk)).digest('base64url');
    await publish(challenge.token, `${challenge.token}.${thumbprint}`);
    await (await this.#post(challenge.url, {}, signal)).discard();
    const looked = await this.#poll(url, Authorization, signal);
    if (looked.status === 'valid') return;
    const problem = looked.challenges.find(({ error }) => error !== undefined)?.error;
    throw toAcmeError(problem, `The domain's challenge ended with status ${looked.status}.`);
  }

  /** Polls until the authority has decided. */
  async #poll<T extends TSchema>(
    url: string,
    shape: T,
    signal: AbortSignal,
  ): Promise<Static<T> & { readonly status: string }> {
    for (let turn = 0; turn < maxPolls; turn += 1) {
      const answer = await this.#post(url, undefined, signal);
      const waitMs = Math.min(readRetryAfter(answer) ?? (turn === 0 ? 100 : pollMs), maxWaitMs);
      const found = (await read(answer, shape)) as Static<T> & { readonly status: string };
      if (found.status !== 'pending' && found.status !== 'processing' && found.status !== 'ready') return found;
      await delay(waitMs, undefined, { signal });
    }
    throw new AcmeError('timed-out', 'The authority did not respond in time.');
  }

  /** Sends a signed request; without a payload, it only reads (RFC 8555, 6.3). @throws AcmeError if it is refused */
  async #post(url: string, payload: object | undefined, signal: AbortSignal): Promise<HttpResponse> {
    for (let turn = 1; ; turn += 1) {
      const body = this.#sign(url, payload, this.#nonce ?? (await this.#takeNonce(signal)));
      const headers = { 'content-type': 'application/jose+json' };
      const answer = await this.#http.request({ method: 'POST', url, headers, body, signal, maxRedirects: 0 });
      this.#nonce = answer.headers['replay-nonce'];
      if (answer.status < 400) return answer;
      const error = await toRefusal(answer);
      if (error.type !== 'urn:ietf:params:acme:error:badNonce' || turn === maxNonces) throw error;
    }
  }

  async #takeNonce(signal: AbortSignal): Promise<string> {
    const url = this.#directory?.newNonce ?? '';
    const answer = await this.#http.request({ method: 'HEAD', url, signal });
    await answer.discard();
    return answer.headers['replay-nonce'] ?? '';
  }

  #sign(url: string, payload: object | undefined, nonce: string): string {
    const who = this.#account === undefined ? { jwk: this.#jwk } : { kid: this.#account };
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const head = encode({ alg: 'ES256', ...who, nonce, url });
    const body = payload === undefined ? '' : encode(payload);
    const key = { key: this.#settings.accountKey, dsaEncoding: 'ieee-p1363' as const };
    const signature = sign('sha256', Buffer.from(`${head}.${body}`), key).toString('base64url');
    return JSON.stringify({ protected: head, payload: body, signature });
  }
}

async function read<T extends TSchema>(answer: HttpResponse, shape: T): Promise<Static<T>> {
  if (answer.status >= 400) throw await toRefusal(answer);
  const value = tryParse(await answer.text());
  if (!Value.Check(shape, value))
    throw new AcmeError('unreadable', `The authority's response from ${answer.url} is invalid.`);
  return value;
}

async function toRefusal(answer: HttpResponse): Promise<AcmeError> {
  const retryAfterMs = readRetryAfter(answer);
  const problem = tryParse(await answer.text());
  const known = Value.Check(Problem, problem) ? problem : undefined;
  return toAcmeError(known, `The authority returned status ${answer.status}.`, retryAfterMs);
}

function toAcmeError(problem: Static<typeof Problem> | undefined, otherwise: string, retryAfterMs?: number): AcmeError {
  const message = problem?.detail === undefined ? otherwise : `The authority reports: ${problem.detail.slice(0, 400)}`;
  return new AcmeError(problem?.type ?? 'refused', message, retryAfterMs);
}

/** Authorities send a number of seconds; dates are ignored. */
function readRetryAfter({ headers }: HttpResponse): number | undefined {
  const wait = headers['retry-after'] ?? '';
  return /^\d{1,9}$/.test(wait) ? Number(wait) * 1_000 : undefined;
}

function tryParse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
