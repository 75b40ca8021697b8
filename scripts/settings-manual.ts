import { hostSettings } from '@docwright/host';
import { settingDefinitions, type SettingDefinition } from '@docwright/server';

/** The manual's page of settings, generated from the tables that the service reads. */
export function formatSettingsManual(): string {
  const rows = Object.entries(settingDefinitions as Record<string, SettingDefinition>).map(
    ([name, { environment, default: value, doc, secret }]) => toRow([environment, name], { value, doc, secret }),
  );
  return `---
title: Settings
description: Every setting of the service, where it is read from, and its default
---

{/* Made by scripts/generate-settings-docs.ts from the tables in packages/server/src/main. */}

A setting comes from a flag of the command line, else from the environment, else from a settings file, else it has its
default. The file is YAML or JSON with the names of the second column; \`DOCWRIGHT_CONFIG\` or \`--config\` names it. A value
that can't be used ends the start with one line that says what is allowed.

| Environment | File | Default | Meaning |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

const hostNote =
  '{/* From here on made by scripts/generate-settings-docs.ts from packages/host/src/settings/host-settings.ts. */}';

/** The page of the deployment server, followed by the table of its settings. */
export function formatHostManual(page: string): string {
  const end = page.indexOf(hostNote);
  if (end < 0) throw new Error(`docs/deploy/host.mdx has no line "${hostNote}"`);
  const rows = hostSettings.map(({ name, environment, default: value, doc, secret }) =>
    toRow([name, environment], { value: String(value), doc, secret }),
  );
  return `${page.slice(0, end)}${hostNote}

| Name | Environment | Default | Meaning |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

interface RowFacts {
  readonly value: string | undefined;
  readonly doc: string;
  readonly secret: boolean | undefined;
}

function toRow(names: readonly string[], { value, doc, secret }: RowFacts): string {
  const cells = [...names, value ?? ''].map((text) => (text === '' ? '' : `\`${text}\``));
  return `| ${cells.join(' | ')} | ${doc}${secret === true ? ' Secret.' : ''} |`;
}
