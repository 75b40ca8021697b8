import type { Draft } from '@docwright/sdk';

export type Action = Draft['actions'][number];
export type Blocker = Draft['blockers'][number];

export const actionLabels: Readonly<Record<Action, { readonly label: string; readonly hint: string }>> = {
  publish: { label: 'Publish', hint: 'Commits the changes. The live site is built from them.' },
  save: { label: 'Save to branch', hint: 'Commits the changes to this branch.' },
  create_branch: { label: 'Create branch', hint: 'Moves the draft to a new branch, where you can continue it.' },
  create_pull_request: {
    label: 'Create pull request',
    hint: 'Commits the changes to a branch and asks for a review.',
  },
};

export const blockerTexts: Readonly<Record<Blocker, string>> = {
  no_changes: 'The draft has no changes.',
  conflicts: 'Some files have conflicts with the branch. Open each of them and choose a version.',
  branch_deleted: 'The branch was deleted. Create a new branch to keep the draft.',
  errors: 'The draft introduces errors, and the project requires drafts without new errors.',
};

/** Whether blockers prevent an action. A draft with a deleted branch can still move to a new branch. */
export function isBlocked(action: Action, blockers: readonly Blocker[]): boolean {
  return blockers.some((blocker) => !(action === 'create_branch' && blocker === 'branch_deleted'));
}

export type PublishField = 'message' | 'newBranch' | 'title' | 'body';

/** Returns the fields that an action needs. A pull request from the deployment branch needs a new branch. */
export function fieldsOf(
  action: Action,
  { isDeploymentBranch }: Pick<Draft, 'isDeploymentBranch'>,
): readonly PublishField[] {
  if (action === 'create_branch') return ['newBranch'];
  if (action !== 'create_pull_request') return ['message'];
  return isDeploymentBranch ? ['newBranch', 'title', 'body', 'message'] : ['title', 'body', 'message'];
}
