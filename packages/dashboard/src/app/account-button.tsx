import { lazy, type ReactElement } from 'react';
import { OnDemand } from '../ui/on-demand.tsx';
import { AccountFace } from './account-face.tsx';

const load = () => import('./account-menu.tsx');
const AccountMenu = lazy(load);

/**
 * The signed-in user, and the account menu, which is loaded on demand because its code would be a third of a first
 * load.
 */
export const AccountButton = (): ReactElement => (
  <OnDemand kind="menu" load={load} face={(trigger) => <AccountFace {...trigger} />}>
    <AccountMenu />
  </OnDemand>
);
