import type { Project } from '@docwright/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { hasLiveSite, whyNoLiveSite } from '../project-data/live-kind.ts';
import { SaveBar } from '../editing/save-bar.tsx';
import { useEdits } from '../editing/use-edits.ts';
import { projectQuery } from '../project-data/queries.ts';
import { RadioGroup, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { PageHeader, Panel, Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { EmptyState } from '../ui/states.tsx';
import {
  errorAt,
  formFields,
  hasOptionalSignIn,
  isOpen,
  toBody,
  toForm,
  type AccessForm,
  type FormField,
} from './access-form.ts';
import type { FormPartProps } from './form-part.ts';
import { KeysPanel } from './keys-panel.tsx';
import { modeChoices, signInChoices } from './modes.ts';
import { OAuthPanel } from './oauth-panel.tsx';
import { ProxyPanel } from './proxy-panel.tsx';
import { accessKey, accessQuery, type SiteAccess } from './queries.ts';
import { ReaderPasswords } from './reader-passwords.tsx';
import { ReaderTokensPanel } from './reader-tokens-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { TestSignInPanel } from './test-sign-in-panel.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/access');

export default function AccessPage(): ReactElement {
  const { projectId } = route.useParams();
  const query = useQuery(projectQuery(useClient(), projectId));
  return (
    <Loaded query={query} title="Access">
      {(project) => (
        <>
          <PageHeader
            title="Access"
            text={
              <>
                Who can read the live site. Previews have{' '}
                <Link to="/projects/$projectId" params={{ projectId }} search={{ tab: 'deployment' }}>
                  their own setting
                </Link>
                .
              </>
            }
            parent={{ label: project.name, link: { to: '/projects/$projectId', params: { projectId } } }}
          />
          {hasLiveSite(project) ? <AccessView key={projectId} project={project} /> : <NoLiveSite project={project} />}
        </>
      )}
    </Loaded>
  );
}

function NoLiveSite({ project }: { readonly project: Project }): ReactElement {
  return (
    <EmptyState icon="info" title="This project has no live site">
      {whyNoLiveSite(project)} Set who can read it there, with the settings <code>access.*</code> of{' '}
      <code>docwright host</code>.
    </EmptyState>
  );
}

function AccessView({ project }: { readonly project: Project }): ReactElement {
  const query = useQuery(accessQuery(useClient(), project.id));
  return (
    <Loaded query={query} lines={8}>
      {(access) => <AccessSettings access={access} />}
    </Loaded>
  );
}

const names: Readonly<Record<FormField, string>> = {
  mode: 'Who can read the site',
  signIn: 'Sign-in',
  sessionDays: 'Days until readers sign in again',
  oauth: 'Single sign-on',
  clientSecret: 'Client secret',
  loginUrl: 'Login page',
  proxy: 'Reverse proxy',
  proxySecret: 'Secret of the proxy',
};

function AccessSettings({ access }: { readonly access: SiteAccess }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const canWrite = useCan('projects:write');
  const { projectId } = access;
  const stored = toForm(access);
  const edits = useEdits<AccessForm, FormField>({
    stored,
    fields: formFields,
    save: (changed, ifMatch) =>
      client.setSiteAccess({ projectId, ...toBody({ ...stored, ...changed }) }, { ifMatch: ifMatch ?? 'null' }),
    reload: () => queryClient.invalidateQueries({ queryKey: accessKey(projectId) }),
  });
  const { values, edit, error } = edits;
  const { mode } = values;
  const submit = () => {
    edits.save();
  };
  const isNewlyProtected = isOpen(stored) && !isOpen(values);
  return (
    <Stack isNarrow>
      {!access.secretsReadable && (
        <Notice tone="bad" title="The secrets can’t be decrypted">
          They were encrypted with a master key that this installation doesn’t have. Enter them again.
        </Notice>
      )}
      <Form onSubmit={submit}>
        <fieldset disabled={!canWrite} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
          <Stack isNarrow>
            <ModePanel values={values} edit={edit} error={error} />
            {mode === 'oauth' && <OAuthPanel {...{ values, edit, error, access }} />}
            {mode === 'jwt' && <LoginPanel values={values} edit={edit} error={error} />}
            {mode === 'proxy' && <ProxyPanel {...{ values, edit, error, access }} />}
            {isNewlyProtected && (
              <Notice tone="warn" title="If a CDN is in front of the site, purge it after you save">
                It may still serve pages of the public site.
              </Notice>
            )}
            {canWrite && <SaveBar edits={edits} names={names} />}
          </Stack>
        </fieldset>
      </Form>
      {mode === 'password' && <ReaderPasswords access={access} />}
      {mode === 'jwt' && <KeysPanel access={access} />}
      {canWrite && (mode === 'oauth' || mode === 'jwt' || mode === 'proxy') && (
        <TestSignInPanel key={mode} projectId={projectId} mode={mode} form={values} />
      )}
      {access.mode !== 'public' && <SessionsPanel access={access} />}
      {access.mode !== 'public' && access.mode !== 'proxy' && <ReaderTokensPanel access={access} />}
    </Stack>
  );
}

function ModePanel({ values, edit, error }: Omit<FormPartProps, 'access'>): ReactElement {
  const { mode, signIn, sessionDays } = values;
  const hasSessions = mode !== 'public' && mode !== 'proxy';
  return (
    <Panel
      title={names.mode}
      text={
        <>
          On a protected site, every page requires sign-in unless it has <code>public: true</code>, and pages with{' '}
          <code>groups</code> are for readers in these groups. A public site leaves pages with <code>groups</code> out.
          Switching between public and protected, or changing whether sign-in is optional, rebuilds the site.
        </>
      }
    >
      <RadioGroup
        label={names.mode}
        isLabelHidden
        value={mode}
        choices={modeChoices}
        onChange={(next) => edit({ mode: next })}
      />
      {hasOptionalSignIn(mode) && (
        <RadioGroup
          label={names.signIn}
          value={signIn}
          choices={signInChoices}
          onChange={(next) => edit({ signIn: next })}
        />
      )}
      {hasSessions && (
        <TextField
          label={names.sessionDays}
          hint="Up to 30. Sessions that began before the change keep their duration."
          error={errorAt(error, '/sessionSeconds')}
          type="number"
          min="0.0035"
          max="30"
          step="any"
          required
          value={sessionDays}
          onChange={(next) => edit({ sessionDays: next })}
        />
      )}
    </Panel>
  );
}

function LoginPanel({ values, edit, error }: Omit<FormPartProps, 'access'>): ReactElement {
  return (
    <Panel
      title="Your own login"
      text="Readers who aren’t signed in are sent to your login page. It sends them back to /login/jwt-callback#<token>."
    >
      <TextField
        label={names.loginUrl}
        hint="The parameter redirect contains the requested page."
        error={errorAt(error, '/jwt')}
        type="url"
        required
        maxLength={2000}
        placeholder="https://app.example.com/docs-login"
        value={values.loginUrl}
        onChange={(loginUrl) => edit({ loginUrl })}
      />
    </Panel>
  );
}
