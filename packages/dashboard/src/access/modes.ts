import type { Choice } from '../ui/field.tsx';
import type { AccessMode, SignIn } from './queries.ts';

export const modeChoices: readonly (Choice<AccessMode> & { readonly hint: string })[] = [
  { value: 'public', label: 'Everyone', hint: 'Nobody needs to sign in.' },
  {
    value: 'password',
    label: 'Anyone with a password',
    hint: 'One of several passwords. You can delete each one.',
  },
  {
    value: 'members',
    label: 'Members',
    hint: 'Members of this organization, signed in to the dashboard. Their groups are on the Members page.',
  },
  {
    value: 'oauth',
    label: 'Single sign-on',
    hint: 'Users of your OpenID Connect or OAuth 2 server, such as Keycloak, Entra ID, Okta or Google.',
  },
  { value: 'jwt', label: 'Your own login', hint: 'Users for whom your login page issues a signed token.' },
  { value: 'proxy', label: 'Your reverse proxy', hint: 'Users whom a trusted proxy identifies in a header.' },
];

export const signInChoices: readonly (Choice<SignIn> & { readonly hint: string })[] = [
  { value: 'required', label: 'Required', hint: 'Only pages with public: true can be read without sign-in.' },
  {
    value: 'optional',
    label: 'Optional',
    hint: 'Everyone can read the pages that aren’t restricted. Readers who sign in also see the pages of their groups and their own values.',
  },
];
