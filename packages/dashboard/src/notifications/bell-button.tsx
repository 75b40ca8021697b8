import { lazy, type ReactElement } from 'react';
import { useMe } from '../accounts/me.ts';
import { OnDemand } from '../ui/on-demand.tsx';
import { BellFace } from './bell-face.tsx';

const load = () => import('./bell-popover.tsx');
const BellPopover = lazy(load);

/** The number of unread notifications, and the list of notifications. */
export function BellButton(): ReactElement | null {
  const { user } = useMe();
  if (user === null) return null;
  return (
    <OnDemand kind="dialog" load={load} face={(trigger) => <BellFace {...trigger} />}>
      <BellPopover />
    </OnDemand>
  );
}
