import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useApi } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { AccountCard } from './account-card.tsx';
import styles from './forms.module.css';
import { beginOidc, getSignInMethods } from './session-endpoints.ts';
import { SignInForm } from './sign-in-form.tsx';
import { toInnerPath } from './to-inner-path.ts';

const route = getRouteApi('/sign-in');

/** Why the identity provider's way in did not work, by the words of the address that it comes back to. */
const oidcErrors: Readonly<Record<string, string>> = {
  access_denied: 'The identity provider did not let you in.',
  oidc_not_invited: 'Your account is not invited. Ask an owner of the organization.',
  oidc_no_email: 'The identity provider gave no e-mail address for you.',
  oidc_email_unverified: 'The identity provider has not verified your e-mail address.',
  oidc_off: 'Single sign-on is switched off here.',
  unknown: 'The way back from the identity provider was not one that began here. Try again.',
};

export default function SignInPage(): ReactElement {
  usePageTitle('Sign in');
  const api = useApi();
  const router = useRouter();
  const queryClient = useQueryClient();
  const { next, error } = route.useSearch();
  const methods = useQuery({ queryKey: ['sign-in-methods'], queryFn: () => getSignInMethods(api) });
  const innerPath = toInnerPath(next, { basePath: router.basepath, origin: location.origin });
  const enter = async () => {
    await queryClient.resetQueries({ queryKey: ['me'] });
    router.history.push(innerPath);
  };
  const oidc = useMutation({
    mutationFn: () => beginOidc(api, innerPath),
    onSuccess: (url) => location.assign(url),
  });
  return (
    <AccountCard title="Sign in to Docwright">
      {error !== undefined && (
        <Notice tone="bad" title="Signing in did not work">
          {oidcErrors[error] ?? `The reason given is “${error}”.`}
        </Notice>
      )}
      {methods.data?.oidc && (
        <>
          <Button isBusy={oidc.isPending} onClick={() => oidc.mutate()}>
            Sign in with {methods.data.oidc.name}
          </Button>
          <ErrorNotice error={oidc.error} />
          <div className={styles['or']}>or</div>
        </>
      )}
      <SignInForm onSignedIn={() => void enter()} />
      {methods.data?.mail === true && (
        <p className={styles['foot']}>
          <Link to="/forgot-password">Forgot your password?</Link>
        </p>
      )}
    </AccountCard>
  );
}
