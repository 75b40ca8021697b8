import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { thisPage } from '../accounts/link-page.tsx';
import { OidcButton } from '../accounts/oidc-button.tsx';
import { signInMethodsQuery } from '../accounts/session-endpoints.ts';
import { SignInForm } from '../accounts/sign-in-form.tsx';
import { useApi } from '../api/api-context.ts';
import { Dialog } from '../ui/dialog.tsx';

/** Shown when the session ends during an action. Signing in here preserves the page and all input. */
export default function SessionDialog(): ReactElement {
  const api = useApi();
  const { gate } = api;
  const methods = useQuery(signInMethodsQuery(api));
  const hasPasswords = methods.data?.password ?? true;
  const queryClient = useQueryClient();
  return (
    <Dialog
      title="Your session has ended"
      text={
        hasPasswords
          ? 'Sign in again to continue. Nothing you typed is lost.'
          : 'Sign in again to continue. You’ll return to this page.'
      }
      isOpen
      onClose={() => gate.abandon()}
    >
      {hasPasswords && (
        <SignInForm
          onSignedIn={() => {
            gate.open();
            void queryClient.invalidateQueries({ queryKey: ['me'] });
          }}
        />
      )}
      {methods.data?.oidc && <OidcButton label={`Sign in with ${methods.data.oidc.name}`} returnTo={thisPage()} />}
    </Dialog>
  );
}
