import { resealCertificates } from '../modules/publishing/certificates/index.ts';
import { resealAccess } from '../modules/publishing/site-access/index.ts';
import { resealAutomations } from '../modules/agent/automations/index.ts';
import { resealHooks } from '../modules/agent/code-host-events/index.ts';
import { resealCodeHosts } from '../modules/sources/code-hosts/index.ts';
import { resealCredentials } from '../modules/project-config/model-settings/index.ts';
import { resealEndpoints } from '../modules/project-config/webhooks/index.ts';
import type { Logger } from '../platform/log/index.ts';
import type { Resealed } from '../platform/secret-box/index.ts';
import { openDatabase } from './open-database.ts';
import { openSecretBox } from './open-secret-box.ts';
import type { Settings } from './settings/settings.ts';

/** Re-encrypts all stored secrets after a change of the master key. @throws SettingsError */
export async function resealSecrets(settings: Settings, log: Logger): Promise<Resealed & { readonly keyId: string }> {
  const secretBox = await openSecretBox(settings);
  const opened = await openDatabase(settings, log, 'docwright-reseal');
  try {
    const parts = [
      await resealCredentials(opened.database, secretBox),
      await resealEndpoints(opened.database, secretBox),
      await resealHooks(opened.database, secretBox),
      await resealAutomations(opened.database, secretBox),
      await resealCodeHosts(opened.database, secretBox),
      await resealAccess(opened.database, secretBox),
    ];
    const certificates = await resealCertificates(opened.database, secretBox);
    return {
      keyId: secretBox.keyId,
      resealed: parts.reduce((sum, { resealed }) => sum + resealed, certificates),
      unreadable: parts.flatMap(({ unreadable }) => unreadable),
    };
  } finally {
    await opened.close();
  }
}
