import { join } from 'node:path';
import {
  createSecretBox,
  parseMasterKey,
  readOrMakeMasterKey,
  SecretBoxError,
  type SecretBox,
} from '../platform/secret-box/index.ts';
import { SettingsError, type Settings } from './settings/settings.ts';

/** Opens the box with the key from the settings, or with the key in the data folder. @throws SettingsError */
export async function openSecretBox({ masterKey, masterKeyOld, dataDir }: Settings): Promise<SecretBox> {
  try {
    const current =
      masterKey === undefined
        ? await readOrMakeMasterKey(join(dataDir, 'master-key.txt'))
        : parseMasterKey(masterKey, 'DOCWRIGHT_MASTER_KEY');
    const previous = masterKeyOld.map((key) => parseMasterKey(key, 'DOCWRIGHT_MASTER_KEY_OLD'));
    return createSecretBox({ current, previous });
  } catch (error) {
    if (error instanceof SecretBoxError) throw new SettingsError(error.message, { cause: error });
    throw error;
  }
}
