import { createHash } from 'node:crypto';
import { JsonTooDeep, parseJson } from '@docwright/bundle';
import type { AutomationReceipt } from '@docwright/contract';
import { cleanSource } from '@docwright/doc-agent';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock/index.ts';
import { toStorableText, type Database } from '../../../platform/database/index.ts';
import { ApiError } from '../../../platform/http/index.ts';
import type { SecretBox } from '../../../platform/secret-box/index.ts';
import { headerOf, isHexSigned, isStandardSigned, type RequestHeaders } from '../code-host-events/index.ts';
import { automationNotFound } from './errors.ts';
import { isKnownEvent } from './events-store.ts';
import { recordEvent } from './record-event.ts';
import { automationSecretContext } from './secret.ts';
import type { AutomationSettings } from './settings.ts';
import { lockAutomation, selectAutomationById } from './store.ts';
import type { AutomationTables } from './tables.ts';
import type { WakeDeps } from './tickets.ts';

export interface ReceiveEventDeps extends WakeDeps {
  readonly database: Database<AutomationTables>;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  readonly settings: AutomationSettings;
}

/** Maximum length of the quoted part of a body. */
const maxBodyCharacters = 20_000;

/**
 * Receives an event: checks the signature first, then the text. The sender receives its response immediately.
 * @throws {ApiError} not_found, invalid_signature, invalid_json, too_many_waiting
 */
export async function receiveAutomationEvent(
  deps: ReceiveEventDeps,
  { id, headers, body }: { readonly id: string; readonly headers: RequestHeaders; readonly body: Buffer },
): Promise<AutomationReceipt> {
  const { kysely } = deps.database;
  const automation = await selectAutomationById(kysely, id);
  if (automation === undefined || automation.secret === null) throw automationNotFound(id);
  const secret = deps.secretBox.open(automation.secret, automationSecretContext(automation));
  const delivery = verify({ headers, body, secret, nowMs: deps.clock.now() });
  if (delivery === undefined) throw invalidSignature();
  const text = readBody(body);
  const subject = `event ${delivery.slice(0, 200)}`;
  return kysely.transaction().execute(async (tx): Promise<AutomationReceipt> => {
    const current = await lockAutomation(tx, id);
    if (current === undefined) throw automationNotFound(id);
    if (!current.enabled) return { outcome: 'ignored', reason: 'the automation is disabled' };
    const evidence = [{ kind: 'event' as const, text, source: delivery.slice(0, 200) }];
    if (await recordEvent(deps, tx, { automation: current, subject, evidence }))
      return { outcome: 'accepted', reason: null };
    if (await isKnownEvent(tx, id, subject)) return { outcome: 'duplicate', reason: 'this event was already received' };
    throw new ApiError(
      'too_many_waiting',
      `The automation has reached its limit on waiting events (${deps.settings.waitingEvents}). Try again later.`,
      { headers: { 'retry-after': '600' } },
    );
  });
}

/**
 * Returns the sender's ID of the delivery, or `undefined` without a valid signature, which proves that the sender has
 * the secret.
 */
function verify(request: {
  readonly headers: RequestHeaders;
  readonly body: Buffer;
  readonly secret: string;
  readonly nowMs: number;
}): string | undefined {
  const { headers, body, secret, nowMs } = request;
  const id = headerOf(headers, 'webhook-id');
  const signature = headerOf(headers, 'webhook-signature');
  if (id !== undefined && signature !== undefined) {
    const timestamp = headerOf(headers, 'webhook-timestamp');
    return isStandardSigned({ id, timestamp, signature }, { secret, body, nowMs }) ? id : undefined;
  }
  if (!isHexSigned(headerOf(headers, 'x-hub-signature-256'), secret, body)) return undefined;
  // Only the body is signed: the same body with another ID is still the same event.
  return createHash('sha256').update(body).digest('hex');
}

/** Reads the received JSON text, truncated if it is long. */
function readBody(body: Buffer): string {
  const text = body.toString('utf8');
  try {
    parseJson(text);
  } catch (cause) {
    const reason = cause instanceof JsonTooDeep ? cause.message : 'The body is not JSON.';
    throw new ApiError('invalid_json', reason, { cause });
  }
  return toStorableText(cleanSource(text.length <= maxBodyCharacters ? text : `${text.slice(0, maxBodyCharacters)}…`));
}

const invalidSignature = (): ApiError =>
  new ApiError('invalid_signature', "The body is not signed with the automation's secret.");

/** Registers `POST /v1/automations/{id}/events` in a separate Fastify scope, because the raw body is signed. */
export function registerEventReceiver(app: FastifyInstance, deps: ReceiveEventDeps): void {
  void app.register(async (scope) => {
    const bodyLimit = deps.settings.maxBodyBytes;
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Params: { id: string } }>('/v1/automations/:id/events', { bodyLimit }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const receipt = await receiveAutomationEvent(deps, { id: request.params.id, headers: request.headers, body });
      return reply.code(receipt.outcome === 'accepted' ? 202 : 200).send(receipt);
    });
  });
}
