import { randomBytes } from 'node:crypto';
import type { SealContext } from '../../../platform/secret-box/index.ts';

export const automationSecretContext = (automation: {
  readonly id: string;
  readonly organization_id: string;
}): SealContext => ({
  kind: 'automation-secret',
  organizationId: automation.organization_id,
  objectId: automation.id,
});

/** Creates a secret in the format of Standard Webhooks. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
