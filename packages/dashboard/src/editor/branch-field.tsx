import type { Project } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { SelectField } from '../ui/field.tsx';
import styles from './editor.module.css';
import { draftListQuery } from './queries.ts';

export interface BranchFieldProps {
  readonly project: Project;
  readonly branch: string;
  readonly onOther: () => void;
}

/** Can't be a branch name, because git forbids spaces. */
const OTHER = ' other';

/** The deployment branch, branches with drafts, and the open branch. */
export function BranchField({ project, branch, onOther }: BranchFieldProps): ReactElement {
  const navigate = useNavigate();
  const { data } = useQuery(draftListQuery(useClient(), project.id));
  const branches = [...new Set([project.branch, branch, ...(data?.drafts ?? []).map((draft) => draft.branch)])];
  return (
    <div className={styles['branch']}>
      <SelectField
        label="Branch"
        isLabelHidden
        value={branch}
        choices={[...branches.map((value) => ({ value, label: value })), { value: OTHER, label: 'Other branch…' }]}
        onChange={(value) => {
          if (value === OTHER) return onOther();
          const params = { projectId: project.id, branch: value, _splat: '' };
          void navigate({ to: '/projects/$projectId/editor/$branch/$', params });
        }}
      />
    </div>
  );
}
