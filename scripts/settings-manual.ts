import { settingDefinitions, type SettingDefinition } from '@docwright/server';

/** The manual's page of settings, made from the table that the service reads. */
export function formatSettingsManual(): string {
  const rows = Object.entries(settingDefinitions as Record<string, Omit<SettingDefinition, 'name'>>).map(
    ([name, { environment, default: value, doc, secret }]) =>
      `| \`${environment}\` | \`${name}\` | ${value === undefined || value === '' ? '' : `\`${value}\``} | ${doc}${secret === true ? ' Secret.' : ''} |`,
  );
  return `---
title: Settings
description: Every setting of the service, where it is read from, and its default
---

{/* Made by scripts/generate-settings-docs.ts from the table in packages/server/src/main/settings.ts. */}

A setting comes from a flag of the command line, else from the environment, else from a settings file, else it has its
default. The file is YAML or JSON with the names of the second column; \`DOCWRIGHT_CONFIG\` or \`--config\` names it. A value
that can't be used ends the start with one line that says what is allowed.

| Environment | File | Default | Meaning |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
