import { lazy, type ReactElement } from 'react';
import { OnDemand } from '../ui/on-demand.tsx';
import { AccountFace } from './account-face.tsx';

const load = () => import('./account-menu.tsx');
const AccountMenu = lazy(load);

/** Who is signed in, and the menu of it, which is a third of the code of a first load. */
export const AccountButton = (): ReactElement => (
  <OnDemand kind="menu" load={load} face={(trigger) => <AccountFace {...trigger} />}>
    <AccountMenu />
  </OnDemand>
);
