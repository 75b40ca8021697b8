import { useState, type ReactElement } from 'react';
import type { fieldErrors } from '../api/describe-error.ts';
import { Checkbox, SelectField, TextField, type Choice } from '../ui/field.tsx';
import { Panel } from '../ui/layout.tsx';
import type { Site } from './queries.ts';

/** The settings of a live site that a form saves. Publishing and unpublishing are actions. */
export type SiteSettingsValues = Omit<Site['settings'], 'published'>;

export const siteSettingNames: Readonly<Record<keyof SiteSettingsValues, string>> = {
  previews: 'Previews',
  requireNoErrors: 'Require a site without errors',
  requireForkApproval: 'Approve pull requests from forks',
  basePath: 'Base path',
  previewAccess: 'Who can read previews',
};

const accessChoices: readonly Choice<NonNullable<SiteSettingsValues['previewAccess']> | 'default'>[] = [
  { value: 'default', label: 'Installation default' },
  { value: 'members', label: 'Members, after signing in' },
  { value: 'password', label: 'Anyone with a password' },
  { value: 'link', label: 'Anyone with a signed link' },
  { value: 'public', label: 'Everyone' },
];

export interface SiteSettingsProps {
  readonly values: SiteSettingsValues;
  readonly edit: (change: Partial<SiteSettingsValues>) => void;
  readonly errors: ReturnType<typeof fieldErrors>;
  readonly stored: SiteSettingsValues;
}

/** The settings that determine what can go live, where, and who can read previews. */
export function SiteSettings({ values, edit, errors, stored }: SiteSettingsProps): ReactElement {
  return (
    <Panel title="Live site">
      <Checkbox
        label={siteSettingNames.requireNoErrors}
        hint="A deployment fails if its pages have errors, and the live site doesn’t change."
        isChecked={values.requireNoErrors}
        onChange={(requireNoErrors) => edit({ requireNoErrors })}
      />
      <BasePathField value={values.basePath} error={errors['basePath']} onChange={(basePath) => edit({ basePath })} />
      <Checkbox
        label={siteSettingNames.previews}
        hint="Other branches get a preview at their own address."
        isChecked={values.previews}
        onChange={(previews) => edit({ previews })}
      />
      {values.previews && (
        <>
          <Checkbox
            label={siteSettingNames.requireForkApproval}
            hint="Each commit of a fork needs a member’s approval. Otherwise every pull request from a fork gets a preview: built in the sandbox without secrets or a model, but published at an address of this site, including its author’s scripts."
            isChecked={values.requireForkApproval}
            onChange={(requireForkApproval) => edit({ requireForkApproval })}
          />
          <SelectField
            label={siteSettingNames.previewAccess}
            hint={
              values.previewAccess === 'password' && stored.previewAccess !== 'password'
                ? 'You can add passwords after you save this.'
                : 'Signed links also open previews, for seven days. By default, previews are open to members, or to everyone if the installation can be reached only from its own machine.'
            }
            value={values.previewAccess ?? 'default'}
            choices={accessChoices}
            onChange={(chosen) => edit({ previewAccess: chosen === 'default' ? null : chosen })}
          />
        </>
      )}
    </Panel>
  );
}

interface BasePathFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (basePath: string) => void;
}

function BasePathField({ value, error, onChange }: BasePathFieldProps): ReactElement {
  // Stored as typed, so that `docs/` isn't rewritten before its next part is typed.
  const [text, setText] = useState<string>();
  return (
    <TextField
      label={siteSettingNames.basePath}
      hint="The path the site is served under, such as /docs on example.com. Leave empty if the site has its own domain. Changing it redeploys the site."
      error={error}
      value={text ?? value}
      isMono
      maxLength={200}
      placeholder="/docs"
      onChange={(next) => {
        setText(next);
        onChange(toBasePath(next));
      }}
      onBlur={() => setText(undefined)}
    />
  );
}

/** Normalizes user input: `docs`, `/docs/` and `/docs` are the same. */
const toBasePath = (text: string): string => {
  const path = text.trim().replaceAll(/^\/+|\/+$/g, '');
  return path === '' ? '' : `/${path}`;
};
