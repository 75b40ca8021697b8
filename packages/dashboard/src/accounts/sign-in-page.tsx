import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { usePageTitle } from '../ui/use-page-title.ts';
import { AccountCard } from './account-card.tsx';
import { SignInForm } from './sign-in-form.tsx';

const route = getRouteApi('/sign-in');

export default function SignInPage(): ReactElement {
  usePageTitle('Sign in');
  const router = useRouter();
  const queryClient = useQueryClient();
  const { next } = route.useSearch();
  const enter = async () => {
    await queryClient.resetQueries({ queryKey: ['me'] });
    router.history.push(toInnerPath(next, router.basepath));
  };
  return (
    <AccountCard title="Sign in to Docwright">
      <SignInForm onSignedIn={() => void enter()} />
    </AccountCard>
  );
}

/** Where the person wanted to go, if that is a page of the dashboard: a link with a foreign address leads to the start. */
export function toInnerPath(next: string | undefined, basePath: string): string {
  const base = basePath.endsWith('/') ? basePath : `${basePath}/`;
  const url = next === undefined ? null : URL.parse(next, location.origin);
  const isInner = url !== null && url.origin === location.origin && url.pathname.startsWith(base);
  return isInner ? `${url.pathname}${url.search}` : base;
}
