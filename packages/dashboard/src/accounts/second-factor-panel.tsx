import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useApi } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { downloadText } from '../browser/download-text.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Panel } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './forms.module.css';
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  type SecondFactorStart,
} from './session-endpoints.ts';

/** Loaded on demand, because it is usually needed only once per account. */
const QrCode = lazy(() => import('./qr-code.tsx'));

type Step = 'on' | 'off' | 'codes';

export function SecondFactorPanel({ isOn }: { readonly isOn: boolean }): ReactElement {
  const [step, setStep] = useState<Step>();
  return (
    <Panel
      title="Second factor"
      text="A code from an authenticator app, required after your password."
      actions={<Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? 'on' : 'off'}</Badge>}
    >
      <div>
        {isOn ? (
          <>
            <Button onClick={() => setStep('codes')}>New recovery codes</Button>{' '}
            <Button kind="danger" onClick={() => setStep('off')}>
              Turn off
            </Button>
          </>
        ) : (
          <Button icon="shield" onClick={() => setStep('on')}>
            Turn on
          </Button>
        )}
      </div>
      {step && <SecondFactorDialog step={step} onClose={() => setStep(undefined)} />}
    </Panel>
  );
}

const titles: Readonly<Record<Step, string>> = {
  on: 'Turn on the second factor',
  off: 'Turn off the second factor',
  codes: 'New recovery codes',
};

interface Asked {
  readonly start?: SecondFactorStart;
  readonly codes?: readonly string[];
}

function SecondFactorDialog({ step, onClose }: { readonly step: Step; readonly onClose: () => void }): ReactElement {
  const api = useApi();
  const queryClient = useQueryClient();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const ask = useMutation({
    mutationFn: async (): Promise<Asked> => {
      if (step === 'on') return { start: await beginSecondFactor(api, password) };
      if (step === 'codes') return { codes: await renewRecoveryCodes(api, { password, code: code.trim() }) };
      await disableSecondFactor(api, { password, code: code.trim() });
      return {};
    },
    onSuccess: async () => {
      if (step !== 'off') return;
      await queryClient.invalidateQueries({ queryKey: ['me'] });
      onClose();
    },
  });
  if (ask.data?.start !== undefined) return <ConfirmDialog start={ask.data.start} onClose={onClose} />;
  if (ask.data?.codes !== undefined) {
    return (
      <Dialog title="Your new recovery codes" isOpen>
        <RecoveryCodes codes={ask.data.codes} />
        <DialogActions>
          <Button kind="primary" onClick={onClose}>
            I’ve saved them
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  const submit = () => {
    if (!ask.isPending) ask.mutate();
  };
  return (
    <Dialog title={titles[step]} isOpen onClose={onClose}>
      <Form className={styles['form']} onSubmit={submit}>
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
          value={password}
          onChange={setPassword}
        />
        {step !== 'on' && (
          <TextField
            label="Code from your authenticator app"
            hint="Six digits, or one of your recovery codes."
            autoComplete="one-time-code"
            required
            value={code}
            onChange={setCode}
          />
        )}
        <ErrorNotice error={ask.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind={step === 'off' ? 'danger' : 'primary'} isBusy={ask.isPending}>
            Continue
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

interface ConfirmDialogProps {
  readonly start: SecondFactorStart;
  readonly onClose: () => void;
}

/** The user enters the secret in the app. The second factor is enabled only with a code from the app. */
function ConfirmDialog({ start, onClose }: ConfirmDialogProps): ReactElement {
  const api = useApi();
  const queryClient = useQueryClient();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => confirmSecondFactor(api, code.trim()),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['me'] });
      onClose();
    },
  });
  const secret = URL.parse(start.uri)?.searchParams.get('secret') ?? '';
  const submit = () => {
    if (!confirm.isPending) confirm.mutate();
  };
  return (
    <Dialog title="Add Docwright to your app" isOpen>
      <Form className={styles['form']} onSubmit={submit}>
        <div className={styles['enrolment']}>
          <Suspense fallback={<div className={styles['qr']} />}>
            <QrCode text={start.uri} label="QR code with the key for the authenticator app" className={styles['qr']} />
          </Suspense>
          <div className={styles['form']}>
            <p>
              Scan the code with your authenticator app. On this device <a href={start.uri}>open the app</a>, or enter
              this key in it:
            </p>
            <CodeBlock label="key" code={secret.replaceAll(/(.{4})/g, '$1 ').trim()} isWrapped />
          </div>
        </div>
        <RecoveryCodes codes={start.recoveryCodes} />
        <TextField
          label="Code from the app"
          autoComplete="one-time-code"
          inputMode="numeric"
          pattern="\d{6}"
          required
          value={code}
          onChange={setCode}
        />
        <ErrorNotice error={confirm.error} />
        <DialogActions>
          <Button onClick={onClose}>Not now</Button>
          <Button type="submit" kind="primary" isBusy={confirm.isPending}>
            Turn on
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function RecoveryCodes({ codes }: { readonly codes: readonly string[] }): ReactElement {
  return (
    <Notice tone="warn" title="Save these recovery codes">
      Each code lets you sign in once if you lose the app. They are shown only once.
      <ul className={styles['codes']}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles['keep']}>
        <CopyButton text={codes.join('\n')} what="recovery codes" label="Copy" />
        <Button
          isSmall
          icon="download"
          onClick={() =>
            downloadText(`${codes.join('\n')}\n`, { name: 'docwright-recovery-codes.txt', type: 'text/plain' })
          }
        >
          Download
        </Button>
      </div>
    </Notice>
  );
}
