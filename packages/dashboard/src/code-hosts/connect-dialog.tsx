import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useApi, useClient } from '../api/api-context.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { hostKindNames, hostKinds, type HostKind } from './host-kinds.ts';
import { RadioGroup, SelectField, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { isReachable, keepVerifier } from './app-flow.ts';
import { CredentialFields, emptyCredential, toCredential, type Credential } from './credential-fields.tsx';
import type { CodeHost } from './queries.ts';

type Way = 'new-app' | 'token' | 'app';
const ways: readonly { readonly value: Way; readonly label: string; readonly hint: string }[] = [
  { value: 'new-app', label: 'A new GitHub App', hint: 'Created for you on GitHub in one step. Recommended.' },
  { value: 'token', label: 'An access token', hint: 'A fine-grained or classic personal token.' },
  { value: 'app', label: 'An existing GitHub App', hint: 'With its ID and private key.' },
];

interface Draft extends Credential {
  readonly kind: HostKind;
  readonly way: Way;
  readonly webUrl: string;
  readonly account: string;
}

export interface ConnectDialogProps {
  /** The initially selected kind. */
  readonly kind: HostKind;
  readonly onClose: () => void;
}

export function ConnectDialog({ kind: initialKind, onClose }: ConnectDialogProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<Draft>({
    ...emptyCredential,
    kind: initialKind,
    way: 'new-app',
    webUrl: '',
    account: '',
  });
  const edit = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const { kind } = draft;
  const isNewApp = kind === 'github' && draft.way === 'new-app';
  const place = {
    ...(draft.webUrl.trim() !== '' && { webUrl: draft.webUrl.trim() }),
    ...(draft.account.trim() !== '' && { account: draft.account.trim() }),
  };
  const connect = useMutation({
    mutationFn: async () => {
      if (isNewApp) {
        const { continueUrl, verifier } = await client.startGitHubApp(place);
        keepVerifier(verifier);
        location.assign(continueUrl);
        // The button shows progress until the browser leaves the page.
        return new Promise<void>(() => undefined);
      }
      await client.createCodeHost({ kind, ...place, ...toCredential(draft, isApp(draft)) });
      await queryClient.invalidateQueries({ queryKey: ['code-hosts'] });
      onClose();
    },
  });
  const errors = fieldErrors(connect.error);
  const submit = () => {
    if (!connect.isPending) connect.mutate();
  };
  return (
    <Dialog title="Connect a code host" isOpen onClose={onClose}>
      <Form onSubmit={submit}>
        <Stack>
          <SelectField
            label="Code host"
            error={errors['kind']}
            value={kind}
            choices={hostKindNames.map((value) => ({ value, label: hostKinds[value].label }))}
            onChange={(next) => edit({ kind: next, webUrl: '' })}
          />
          {kind === 'github' && (
            <RadioGroup label="Connect with" value={draft.way} choices={ways} onChange={(way) => edit({ way })} />
          )}
          <PlaceFields draft={draft} edit={edit} errors={errors} isNewApp={isNewApp} />
          {isNewApp ? (
            <WebhookNotice />
          ) : (
            <CredentialFields kind={kind} isApp={isApp(draft)} draft={draft} edit={edit} errors={errors} />
          )}
          <ErrorNotice error={connect.error} />
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" kind="primary" isBusy={connect.isPending}>
              {isNewApp ? 'Continue on GitHub' : 'Test and save'}
            </Button>
          </DialogActions>
        </Stack>
      </Form>
    </Dialog>
  );
}

const isApp = ({ kind, way }: Draft): boolean => kind === 'github' && way === 'app';

interface PlaceProps {
  readonly draft: Draft;
  readonly edit: (change: Partial<Draft>) => void;
  readonly errors: ReturnType<typeof fieldErrors>;
  readonly isNewApp: boolean;
}

function PlaceFields({ draft, edit, errors, isNewApp }: PlaceProps): ReactElement {
  const { url, account, isAccountRequired } = hostKinds[draft.kind];
  const accountHint = isNewApp
    ? 'The GitHub organization that will own the App. Leave empty for your own account.'
    : isAccountRequired
      ? 'As in its repositories’ addresses.'
      : 'Leave empty for everything that the credential can access.';
  return (
    <>
      <TextField
        label="Address"
        hint={url === undefined ? undefined : `Leave empty for ${new URL(url).host}.`}
        error={errors['webUrl']}
        type="url"
        placeholder={url ?? 'https://git.example.com'}
        required={url === undefined}
        maxLength={300}
        value={draft.webUrl}
        onChange={(webUrl) => edit({ webUrl })}
      />
      <TextField
        label={isNewApp ? 'Organization on GitHub' : account}
        hint={accountHint}
        error={errors['account']}
        required={isAccountRequired}
        maxLength={200}
        autoComplete="off"
        value={draft.account}
        onChange={(next) => edit({ account: next })}
      />
    </>
  );
}

/** The requirements for the App's webhooks, shown before the App is created. */
function WebhookNotice(): ReactElement {
  const { baseUrl } = useApi();
  const address = new URL(baseUrl, location.href).origin;
  return isReachable(baseUrl) ? (
    <Notice>
      Your repositories’ webhooks are sent to {address}, which GitHub must be able to reach. Until a project has a
      webhook, Docwright checks for changes every minute.
    </Notice>
  ) : (
    <Notice>
      GitHub can’t reach {address}, so it can’t send webhooks here; Docwright checks for changes every minute instead.
      Pull request comments become follow-ups only if this installation has a public https address.
    </Notice>
  );
}

export function ReplaceDialog({
  host,
  onClose,
}: {
  readonly host: CodeHost;
  readonly onClose: () => void;
}): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<Credential>({ ...emptyCredential, appId: host.appId ?? '' });
  const isAppHost = host.credential === 'github-app';
  const replace = useMutation({
    mutationFn: () => client.updateCodeHost({ id: host.id ?? '', ...toCredential(draft, isAppHost) }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['code-hosts'] });
      onClose();
    },
  });
  const submit = () => {
    if (!replace.isPending) replace.mutate();
  };
  return (
    <Dialog title={`Replace the credential of ${host.name}`} isOpen onClose={onClose}>
      <Form onSubmit={submit}>
        <Stack>
          <CredentialFields
            kind={host.kind}
            isApp={isAppHost}
            draft={draft}
            edit={(change) => setDraft((before) => ({ ...before, ...change }))}
            errors={fieldErrors(replace.error)}
          />
          <ErrorNotice error={replace.error} />
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" kind="primary" isBusy={replace.isPending}>
              Test and save
            </Button>
          </DialogActions>
        </Stack>
      </Form>
    </Dialog>
  );
}
