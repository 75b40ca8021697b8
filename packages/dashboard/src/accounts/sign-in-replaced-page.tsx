import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useApi } from '../api/api-context.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { AccountCard } from './account-card.tsx';
import { signInMethodsQuery } from './session-endpoints.ts';
import { openInnerPath, toInnerPath } from './to-inner-path.ts';

const route = getRouteApi('/sign-in-replaced');

/** Shown after the first sign-in with the identity provider, if the account had an unverified password. */
export default function SignInReplacedPage(): ReactElement {
  usePageTitle('Your password was removed');
  const router = useRouter();
  const { next } = route.useSearch();
  const methods = useQuery(signInMethodsQuery(useApi()));
  const provider = methods.data?.oidc?.name ?? 'single sign-on';
  const go = () => openInnerPath(toInnerPath(next, { basePath: router.basepath, origin: location.origin }), router);
  return (
    <AccountCard title="Your password was removed" text={`From now on, sign in with ${provider}.`}>
      <Notice tone="info">
        This account had a password, but its email address was never confirmed. Someone else might have set that
        password, so it was removed together with the second factor, and all other sessions were ended. If you set it
        yourself, you don’t need to do anything.
      </Notice>
      <Button kind="primary" onClick={go}>
        Continue
      </Button>
    </AccountCard>
  );
}
