import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useApi } from '../api/api-context.ts';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { AccountCard } from './account-card.tsx';
import styles from './forms.module.css';
import { OidcButton } from './oidc-button.tsx';
import { signInMethodsQuery } from './session-endpoints.ts';
import { SignInForm } from './sign-in-form.tsx';
import { openInnerPath, toInnerPath } from './to-inner-path.ts';

const route = getRouteApi('/sign-in');

/** The reasons why signing in with the identity provider can fail, by the error code in the return address. */
const oidcErrors: Readonly<Record<string, string>> = {
  access_denied: 'The identity provider denied access.',
  oidc_not_invited: 'You need an invitation. Ask an owner of the organization for one.',
  oidc_no_email: 'The identity provider didn’t send a valid email address for you. Ask its administrator.',
  email_not_found: 'The identity provider didn’t send a valid email address for you. Ask its administrator.',
  oidc_email_unverified: 'The identity provider hasn’t verified your email address. Verify it there, and try again.',
  oidc_other_identity:
    'This email address belongs to an account linked to another user of the identity provider. Ask this installation’s operator.',
  unable_to_link_account: 'Another user of the identity provider was being linked to this account. Try again.',
  oidc_off: 'Single sign-on is turned off here.',
  unknown: 'The sign-in took too long or was started in another browser. Try again.',
};

export default function SignInPage(): ReactElement {
  usePageTitle('Sign in');
  const api = useApi();
  const router = useRouter();
  const queryClient = useQueryClient();
  const { next, email, error } = route.useSearch();
  const methods = useQuery(signInMethodsQuery(api));
  const innerPath = toInnerPath(next, { basePath: router.basepath, origin: location.origin });
  const enter = async () => {
    await queryClient.resetQueries({ queryKey: ['me'] });
    openInnerPath(innerPath, router);
  };
  const needsOwner = methods.data?.needsOwner === true;
  // Shown until the methods are loaded, because nearly all installations use passwords. If no account exists yet, no
  // password can be correct.
  const hasPasswords = (methods.data?.password ?? true) && !needsOwner;
  return (
    <AccountCard title="Sign in to Docwright">
      {error !== undefined && (
        <Notice tone="bad" title="Couldn’t sign you in">
          {oidcErrors[error] ?? `The identity provider answered “${error}”. Try again.`}
        </Notice>
      )}
      {needsOwner && (
        <Notice tone="info" title="No accounts yet">
          Open the setup link that the server printed in its terminal when it first started. For a new one, run{' '}
          <code>docwright setup-link</code> there.
        </Notice>
      )}
      {methods.data?.oidc && (
        <>
          <OidcButton
            label={`Sign in with ${methods.data.oidc.name}`}
            kind={hasPasswords ? 'plain' : 'primary'}
            returnTo={innerPath}
          />
          {hasPasswords && <div className={styles['or']}>or</div>}
        </>
      )}
      {hasPasswords && <SignInForm email={email} onSignedIn={() => void enter()} />}
      {hasPasswords && methods.data?.mail === true && (
        <p className={styles['foot']}>
          <Link to="/forgot-password">Forgot password?</Link>
        </p>
      )}
    </AccountCard>
  );
}
