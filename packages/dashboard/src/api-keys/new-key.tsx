import type { NewApiKey, Project } from '@docwright/sdk';
import type { ReactElement } from 'react';
import { useApi } from '../api/api-context.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';

export interface NewKeyProps {
  readonly made: NewApiKey;
  readonly projects: readonly Project[];
  readonly onClose: () => void;
}

/** The only time the key is shown. A click outside the dialog, or Escape, doesn't close it. */
export function NewKey({ made, projects, onClose }: NewKeyProps): ReactElement {
  const { baseUrl } = useApi();
  const projectId = made.projectIds?.[0] ?? projects[0]?.id ?? 'PROJECT_ID';
  return (
    <Dialog title={`Key “${made.name}”`} isOpen>
      <Notice tone="warn" title="Copy it now">
        This key is shown only once. The server stores only its hash.
      </Notice>
      <CodeBlock label="key" code={made.key} isWrapped />
      <CodeBlock label="curl example" code={curlExample(baseUrl, made, projectId)} />
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          I’ve copied it
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Formats an example request that this key permits. */
function curlExample(baseUrl: string, { key, scopes }: NewApiKey, projectId: string): string {
  const may = (scope: (typeof scopes)[number]) => scopes.includes('admin') || scopes.includes(scope);
  const head = [`-H 'Authorization: Bearer ${key}'`, `-H 'Content-Type: application/json'`];
  if (may('agent-jobs:write')) {
    return [`curl -X POST ${baseUrl}/v2/agent/${projectId}/job`, ...head, `-d '{"prompt": "fix broken links"}'`].join(
      ' \\\n  ',
    );
  }
  if (may('exports:write')) {
    return [`curl -X POST ${baseUrl}/v1/static-export/${projectId}/jobs`, head[0]].join(' \\\n  ');
  }
  return [`curl ${baseUrl}/v1/me`, head[0]].join(' \\\n  ');
}
