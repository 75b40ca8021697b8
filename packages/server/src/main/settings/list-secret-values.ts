import { credentialNames } from '../../platform/models/model-settings.ts';
import type { Setting } from '@docwright/site-server/settings';
import { settingDefinitions, type SettingName, type Settings } from './settings.ts';

export interface SecretValue {
  readonly environment: string;
  readonly value: string;
}

/** Lists the values of all secret settings, for code that must not reveal them. */
export function listSecretValues(settings: Settings): SecretValue[] {
  const { s3 } = settings;
  const values: Readonly<Partial<Record<SettingName, unknown>>> = {
    ...settings,
    s3AccessKey: s3?.accessKey,
    s3SecretKey: s3?.secretKey,
    oidcClientSecret: settings.oidc?.clientSecret,
    smtpUrl: settings.mail?.url,
  };
  return secretNames.flatMap((name) => {
    const { environment } = settingDefinitions[name];
    return listTexts(values[name]).map((value) => ({ environment, value }));
  });
}

/** Returns a string, a list's strings, or a model's credentials. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(listTexts);
  if (typeof value !== 'object' || value === null) return [];
  return credentialNames.flatMap((name) => listTexts((value as Readonly<Record<string, unknown>>)[name]));
}

/** Names of the secret settings, derived from the table so that new secrets are redacted everywhere. */
const secretNames = (Object.keys(settingDefinitions) as SettingName[]).filter((name) => {
  const definition: Setting = settingDefinitions[name];
  return definition.secret === true;
});
