import type { KeyObject } from 'node:crypto';
import { parsePrivateKey } from '@docwright/bundle';
import { SettingsError, type Settings } from './settings.ts';

/** @throws SettingsError if the setting isn't an Ed25519 key; the value is not repeated */
export function readSigningKey({ bundleSigningKey }: Pick<Settings, 'bundleSigningKey'>): KeyObject | undefined {
  if (bundleSigningKey === undefined) return undefined;
  try {
    return parsePrivateKey(bundleSigningKey);
  } catch (error) {
    throw new SettingsError(
      'DOCWRIGHT_BUNDLE_SIGNING_KEY must be an Ed25519 private key: PEM (PKCS #8), or the 32 bytes of its seed in Base64.',
      { cause: error },
    );
  }
}
