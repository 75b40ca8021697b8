import type { SealContext } from '../../../platform/secret-box/index.ts';

export const hookSecretContext = (hook: { readonly id: string; readonly organization_id: string }): SealContext => ({
  kind: 'code-host-hook-secret',
  organizationId: hook.organization_id,
  objectId: hook.id,
});
