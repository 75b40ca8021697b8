import type { Project } from '@docwright/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { formatCount } from '../ui/format.ts';
import { Panel, Table } from '../ui/layout.tsx';
import { Time } from '../ui/time.tsx';
import { DeploymentStatus } from './deployment-status.tsx';
import { newestOfBranches } from './describe-deployment.ts';
import styles from './deployments.module.css';
import { deploymentsKey, newestDeploymentsQuery, type Followed, type Site } from './queries.ts';
import { AddressLine } from './address-line.tsx';
import { ViewAsDialog } from './view-as-dialog.tsx';

type Preview = Site['previews'][number];

/** Every agent job's branch has a preview, and more rows would hide the content below the list. */
const FIRST_PREVIEWS = 8;

export interface PreviewsPanelProps {
  readonly project: Project;
  readonly site: Site;
  /** The objects that the page follows by streams. */
  readonly followed: Followed;
}

export function PreviewsPanel({ project, site, followed }: PreviewsPanelProps): ReactElement {
  const canWrite = useCan('deployments:write');
  const [asked, setAsked] = useState<Preview>();
  const [viewed, setViewed] = useState<Preview>();
  const [isWhole, setIsWhole] = useState(false);
  const { previews } = site;
  const newest = useQuery({
    ...newestDeploymentsQuery(useClient(), project.id, { environment: 'preview', followed }),
    enabled: previews.length > 0,
  });
  const ofBranches = newestOfBranches(newest.data ?? []);
  const how = <PreviewsHint project={project} site={site} />;
  if (previews.length === 0) {
    return (
      <Panel title="Previews">
        <p>{how}</p>
      </Panel>
    );
  }
  return (
    <Panel title="Previews" text={site.settings.previews ? undefined : how} isFlush>
      <Table
        label="Previews"
        columns={['Branch', 'Address', 'State', 'Changed', ...(canWrite ? [{ hidden: 'Actions' }] : [])]}
      >
        {(isWhole ? previews : previews.slice(0, FIRST_PREVIEWS)).map((preview) => {
          const deployment = ofBranches.get(preview.branch);
          return (
            <tr key={preview.branch}>
              <td>
                <span className={styles['name']}>{preview.branch}</span>
              </td>
              <td data-label="Address">
                <AddressLine url={preview.url} isAnswered={preview.deploymentId !== null && site.settings.published} />
              </td>
              <td data-label="State">
                {deployment && (
                  <Link
                    to="/projects/$projectId/deployments/$deploymentId"
                    params={{ projectId: project.id, deploymentId: deployment.deploymentId }}
                  >
                    <DeploymentStatus deployment={deployment} />
                  </Link>
                )}
              </td>
              <td data-label="Changed">
                <Time at={preview.updatedAt} />
              </td>
              {canWrite && (
                <td>
                  <div className={styles['previewActions']}>
                    <Button isSmall onClick={() => setViewed(preview)}>
                      View as
                    </Button>
                    <Button isSmall kind="danger" onClick={() => setAsked(preview)}>
                      Delete
                    </Button>
                  </div>
                </td>
              )}
            </tr>
          );
        })}
      </Table>
      {!isWhole && previews.length > FIRST_PREVIEWS && (
        <div className={styles['morePreviews']}>
          <Button isSmall onClick={() => setIsWhole(true)}>
            Show all {formatCount(previews.length, 'preview')}
          </Button>
        </div>
      )}
      {viewed && <ViewAsDialog projectId={project.id} branch={viewed.branch} onClose={() => setViewed(undefined)} />}
      {asked && <DeletePreviewDialog project={project} preview={asked} onClose={() => setAsked(undefined)} />}
    </Panel>
  );
}

function PreviewsHint({ project, site }: Omit<PreviewsPanelProps, 'followed'>): ReactElement {
  return site.settings.previews ? (
    <>A push to a branch other than {project.branch} creates a preview at its own address.</>
  ) : (
    <>
      New previews are turned off in the{' '}
      <Link to="/projects/$projectId" params={{ projectId: project.id }} search={{ tab: 'deployment' }}>
        project’s settings
      </Link>
      .
    </>
  );
}

interface DeletePreviewDialogProps {
  readonly project: Project;
  readonly preview: Preview;
  readonly onClose: () => void;
}

function DeletePreviewDialog({ project, preview, onClose }: DeletePreviewDialogProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.deletePreview({ projectId: project.id, branch: preview.branch }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: deploymentsKey(project.id) });
      onClose();
    },
  });
  return (
    <Dialog
      title={`Delete the preview of “${preview.branch}”?`}
      text="Its address stops working, and its deployments are deleted. The branch is kept; a later push to it creates a new preview."
      isOpen
      onClose={onClose}
    >
      <ErrorNotice error={remove.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
          Delete preview
        </Button>
      </DialogActions>
    </Dialog>
  );
}
