export { SecretBoxError, type SecretBoxErrorCode } from './errors.ts';
export { parseMasterKey, readOrMakeMasterKey } from './master-keys.ts';
export type { Resealed } from './resealed.ts';
export { tryOpen } from './try-open.ts';
export { createSecretBox, readKeyId, type MasterKeys, type SealContext, type SecretBox } from './secret-box.ts';
