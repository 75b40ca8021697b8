import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import type { Client } from '../api/create-api.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { downloadText } from '../browser/download-text.ts';
import { Button } from '../ui/button.tsx';
import type { Period } from './period.ts';
import { toDates } from './queries.ts';

export interface ExportedTable {
  readonly projectId: string;
  readonly period: Period;
  readonly kind: Exclude<Parameters<Client['exportAnalytics']>[0]['kind'], 'feedback'>;
}

/** Exports all rows of a table; the page shows only the first rows. */
export function ExportButton({ projectId, period, kind }: ExportedTable): ReactElement {
  const client = useClient();
  const save = useMutation({
    mutationFn: async () => {
      const asked = { projectId, kind, format: 'csv', ...toDates(period) } as const;
      const content = await client.exportAnalytics(asked, { timeoutMs: 300_000 });
      downloadText(content, { name: `${kind}.csv`, type: 'text/csv' });
    },
  });
  return (
    <>
      <Button
        isSmall
        icon="download"
        isBusy={save.isPending}
        aria-label={`Download ${kind}.csv`}
        onClick={() => save.mutate()}
      >
        CSV
      </Button>
      <ErrorNotice error={save.error} />
    </>
  );
}
