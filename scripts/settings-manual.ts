import { hostSettings } from '@docwright/host';
import { settingDefinitions, type SettingName } from '@docwright/server';
import type { Setting, SettingTable } from '@docwright/site-server/settings';

/** The manual's settings page, generated from the service's tables of settings. */
export function formatSettingsManual(): string {
  const rows = toRows(settingDefinitions, ([name, { environment }]) => [environment, name]);
  return `---
title: Settings
description: Every setting of the service, where it is read from, and its default
---

The ten that most installations need:

| Setting | For |
| --- | --- |
${neededRows()}

## All settings

{/* Made by scripts/generate-settings-docs.ts from the tables in packages/server/src/main. */}

The service reads a setting from a command-line flag, the environment or a settings file, in this order; otherwise it
uses the default. The file is YAML or JSON with the names of the second column; \`DOCWRIGHT_CONFIG\` or \`--config\` names
it. If a value is invalid, the service exits at startup with one line that says what is allowed.

| Environment | File | Default | Meaning |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

const hostNote =
  '{/* Generated from this point on, by scripts/generate-settings-docs.ts from packages/host/src/settings/host-settings.ts. */}';

/** The page of the deployment server, followed by the table of its settings. */
export function formatHostManual(page: string): string {
  const end = page.indexOf(hostNote);
  if (end < 0) throw new Error(`docs/deploy/host.mdx has no line "${hostNote}"`);
  const rows = toRows(hostSettings, ([name, { environment }]) => [name, environment]);
  return `${page.slice(0, end)}${hostNote}

| Name | Environment | Default | Meaning |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

/** The settings that an installation on its own server needs first, with reasons. */
const needed: readonly (readonly [SettingName, string])[] = [
  ['baseUrl', 'The address that people and webhooks use.'],
  ['host', '`0.0.0.0` in a container or without a proxy on the same machine.'],
  ['dataDir', 'A folder that is backed up.'],
  ['databaseUrl', 'Your PostgreSQL server: required for more than one process.'],
  ['sitesDomain', 'The domain of live sites: `{slug}.{domain}`.'],
  ['trustedProxies', 'The proxy in front of the service, so that it knows the addresses of clients.'],
  ['smtpUrl', 'Email: invitations, password resets, notifications.'],
  ['model', 'The model of the agent, with its key in `DOCWRIGHT_MODEL_API_KEY`.'],
  ['githubToken', 'Repositories on GitHub. GitLab, Gitea and Bitbucket have similar settings.'],
  ['s3Bucket', 'Bundles in a bucket instead of the data folder.'],
];

function neededRows(): string {
  return needed.map(([name, reason]) => `| \`${settingDefinitions[name].environment}\` | ${reason} |`).join('\n');
}

function toRows(table: SettingTable, toNames: (entry: [string, Setting]) => readonly string[]): string[] {
  return Object.entries(table).map((entry) => {
    const [, { default: value = '', doc, secret }] = entry;
    const cells = [...toNames(entry), value].map((text) => (text === '' ? '' : `\`${text}\``));
    return `| ${cells.join(' | ')} | ${doc}${secret === true ? ' Secret.' : ''} |`;
  });
}
