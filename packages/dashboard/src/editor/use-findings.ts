import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useClient } from '../api/api-context.ts';
import { draftCheckQuery, type DraftIds, type Finding } from './queries.ts';

/** How long a check waits after the last save, because it builds the site. */
const CHECK_AFTER_MS = 3000;

const none: readonly Finding[] = [];

/** Returns the draft's findings, errors first, and whether they are from its newest version. */
export function useFindings(
  ids: DraftIds,
  draftVersion: number,
): { readonly findings: readonly Finding[]; readonly isCurrent: boolean; readonly error: unknown } {
  const [settled, setSettled] = useState(draftVersion);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(draftVersion), CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draftVersion]);
  const { data, error, isPlaceholderData } = useQuery({
    ...draftCheckQuery(useClient(), ids, settled),
    enabled: settled > 0,
  });
  const findings = useMemo(
    () =>
      data === undefined
        ? none
        : [...data.introduced, ...data.existing].toSorted((one, other) => rank(one) - rank(other)),
    [data],
  );
  const isCurrent = settled === 0 || (settled === draftVersion && data !== undefined && !isPlaceholderData);
  return { findings, isCurrent, error };
}

const rank = ({ severity }: Finding): number => ['error', 'warning', 'info'].indexOf(severity);
