import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';
/** Standard Webhooks requires 24 to 64 bytes. */
const secretBytes = 32;

/** Creates `whsec_` and random bytes in base64, as the Standard Webhooks libraries expect. */
export function makeWebhookSecret(): string {
  return secretPrefix + randomBytes(secretBytes).toString('base64');
}

export interface SignedMessage {
  readonly id: string;
  readonly sentAt: Date;
  readonly payload: string;
}

/**
 * Returns the three headers of Standard Webhooks 1.0. There is one signature for each secret, so that a receiver can
 * use either secret during a rotation.
 */
export function signMessage(
  { id, sentAt, payload }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
