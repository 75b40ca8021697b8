import type { ExportJob } from '@docwright/sdk';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatBytes, formatDuration, formatNumber } from '../ui/format.ts';
import { Facts, Panel, Row } from '../ui/layout.tsx';
import { AnchorButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Time, useNow } from '../ui/time.tsx';
import styles from './exports.module.css';

/** The archive: its link with the expiry time, and its expected size and digest. */
export function BundlePanel({ job }: { readonly job: ExportJob }): ReactElement {
  const client = useClient();
  const renew = useMutation({ mutationFn: () => client.createStaticExportBundle({ jobId: job.jobId }) });
  const { bundleUrl, expiresAt } = renew.data ?? job;
  const hasExpired = expiresAt !== undefined && Date.parse(expiresAt) <= useNow();
  return (
    <Panel
      title="Bundle"
      actions={
        <Row>
          {bundleUrl !== undefined && !hasExpired && (
            <>
              <CopyButton text={bundleUrl} what="link" label="Copy link" />
              <AnchorButton href={bundleUrl} kind="primary" isSmall icon="download" download>
                Download
              </AnchorButton>
            </>
          )}
          <Button isSmall icon="refresh" isBusy={renew.isPending} onClick={() => renew.mutate()}>
            Create link
          </Button>
        </Row>
      }
    >
      {hasExpired && (
        <Notice tone="warn" title="The link has expired">
          The bundle is still available. Create a new link.
        </Notice>
      )}
      {renew.isSuccess && (
        <Notice tone="good" isLive>
          New link created. Older links keep working until they expire.
        </Notice>
      )}
      <ErrorNotice error={renew.error} />
      <Facts
        rows={[
          ['Link expires', expiresAt === undefined ? '—' : <Time key="expires" at={expiresAt} />],
          ['Size', job.sizeBytes === undefined ? '—' : formatBytes(job.sizeBytes)],
          ['Pages', formatNumber(job.pageCount)],
          ['Rendered in', job.durationMs === null ? '—' : formatDuration(job.durationMs)],
          ...(job.version === null || job.version === job.commit ? [] : [['Version', job.version] as const]),
          ['Commit', <code key="commit">{job.commit?.slice(0, 12) ?? '—'}</code>],
          [
            'SHA-256',
            <span key="sha" className={styles['digest']}>
              {job.sha256 ?? '—'} {job.sha256 !== null && <CopyButton text={job.sha256} what="digest" />}
            </span>,
          ],
        ]}
      />
      {bundleUrl !== undefined && !hasExpired && (
        <CodeBlock label="Download and check" code={toDownloadCommand(bundleUrl, job.sha256)} />
      )}
    </Panel>
  );
}

/** Formats the download command. Quotes in the URL are encoded, so that they can't end the quoted shell argument. */
const toDownloadCommand = (url: string, sha256: string | null): string =>
  [
    `curl -fo site.tar.gz '${url.replaceAll("'", '%27')}'`,
    ...(sha256 === null ? [] : [`echo '${sha256}  site.tar.gz' | sha256sum --check`]),
  ].join('\n');
