import type { Draft, DraftCheck, DraftProposal, PublishedDraft } from '@docwright/sdk';
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Checkbox, RadioGroup, TextArea, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { formatCount } from '../ui/format.ts';
import { Stack } from '../ui/layout.tsx';
import { AnchorButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { FindingsList } from './findings-list.tsx';
import { actionLabels, blockerTexts, fieldsOf, isBlocked, type Action, type PublishField } from './publishing.ts';
import { draftCheckQuery, draftKey, draftProposalQuery, openCountsQuery, type DraftIds } from './queries.ts';

export interface PublishDialogProps {
  readonly draft: Draft;
  readonly onPublished: (published: PublishedDraft) => void;
  readonly onClose: () => void;
}

/** Publishes the draft in one of the ways that its branch allows. */
export function PublishDialog({ draft, onPublished, onClose }: PublishDialogProps): ReactElement {
  const { projectId, branch } = draft;
  const proposal = useQuery(draftProposalQuery(useClient(), { projectId, branch }, draft.version));
  const [published, setPublished] = useState<PublishedDraft>();
  if (published !== undefined) {
    return <PublishedDialog published={published} onClose={() => (onPublished(published), onClose())} />;
  }
  return (
    <Dialog
      title="Publish"
      text={`${formatCount(draft.changes.length, 'changed file')} in ${branch}`}
      isOpen
      onClose={onClose}
    >
      <Loaded query={proposal} lines={6}>
        {(suggested) => (
          <PublishForm draft={draft} suggested={suggested} onPublished={setPublished} onClose={onClose} />
        )}
      </Loaded>
    </Dialog>
  );
}

interface PublishFormProps extends PublishDialogProps {
  readonly suggested: DraftProposal;
}

function PublishForm({ draft, suggested, onPublished, onClose }: PublishFormProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const ids = { projectId: draft.projectId, branch: draft.branch };
  const check = useQuery(draftCheckQuery(client, ids, draft.version));
  const [chosen, setChosen] = useState<Action>();
  const action = chosen ?? draft.actions[0] ?? 'publish';
  const [texts, setTexts] = useState<PublishTexts>({
    message: suggested.message,
    newBranch: suggested.newBranch,
    title: suggested.pullRequest.title,
    body: suggested.pullRequest.body,
  });
  const [asDraft, setAsDraft] = useState(false);
  const fields = fieldsOf(action, draft);
  const publish = useMutation({
    mutationFn: () => {
      const sent = Object.fromEntries(fields.map((name) => [name, texts[name]]));
      const options = { draftVersion: draft.version, ...(action === 'create_pull_request' && { asDraft }) };
      return client.publishDraft({ ...ids, ...sent, ...options, action });
    },
    onSuccess: onPublished,
    // The code host may have refused the action, which changes the draft's actions.
    onSettled: () => queryClient.invalidateQueries({ queryKey: draftKey(ids) }),
  });
  const blockers = [...new Set([...draft.blockers, ...(check.data?.blockers ?? [])])];
  return (
    <Form onSubmit={() => publish.mutate()}>
      <Stack>
        {draft.actions.length > 1 && (
          <RadioGroup
            label="How to publish"
            value={action}
            choices={draft.actions.map((value) => ({ value, ...actionLabels[value] }))}
            onChange={setChosen}
          />
        )}
        {draft.pullRequestReason !== null && <Notice tone="info">{draft.pullRequestReason}</Notice>}
        <PublishFields fields={fields} texts={texts} onChange={setTexts} />
        {action === 'create_pull_request' && (
          <Checkbox label="Create as a draft" isChecked={asDraft} onChange={setAsDraft} />
        )}
        <CheckSummary check={check} ids={ids} />
        <OpenComments draft={draft} />
        {blockers.map((blocker) => (
          <Notice key={blocker} tone="warn">
            {blockerTexts[blocker]}
          </Notice>
        ))}
        <ErrorNotice error={publish.error} />
      </Stack>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" disabled={isBlocked(action, blockers)} isBusy={publish.isPending}>
          {actionLabels[action].label}
        </Button>
      </DialogActions>
    </Form>
  );
}

type PublishTexts = Readonly<Record<PublishField, string>>;

interface PublishFieldsProps {
  readonly fields: readonly PublishField[];
  readonly texts: PublishTexts;
  readonly onChange: (texts: PublishTexts) => void;
}

function PublishFields({ fields, texts, onChange }: PublishFieldsProps): ReactElement {
  const propsOf = (name: PublishField) => ({
    value: texts[name],
    onChange: (value: string) => onChange({ ...texts, [name]: value }),
  });
  return (
    <>
      {fields.includes('newBranch') && (
        <TextField label="New branch" isMono {...propsOf('newBranch')} required maxLength={180} />
      )}
      {fields.includes('title') && <TextField label="Title" {...propsOf('title')} required maxLength={256} />}
      {fields.includes('body') && <TextArea label="Description" rows={6} {...propsOf('body')} maxLength={60_000} />}
      {fields.includes('message') && (
        <TextArea label="Commit message" rows={3} {...propsOf('message')} required maxLength={10_000} />
      )}
    </>
  );
}

/** The number of open threads on the changed files. */
function OpenComments({ draft }: { readonly draft: Draft }): ReactElement | null {
  const counts = useQuery(openCountsQuery(useClient(), draft)).data;
  const count = draft.changes.reduce((sum, { path }) => sum + (counts?.get(path) ?? 0), 0);
  return count === 0 ? null : <Notice>The changed files have {formatCount(count, 'open comment')}.</Notice>;
}

interface CheckSummaryProps {
  readonly check: UseQueryResult<DraftCheck>;
  readonly ids: DraftIds;
}

function CheckSummary({ check, ids }: CheckSummaryProps): ReactElement {
  if (check.data === undefined || check.isPlaceholderData) {
    return check.error === null ? (
      <p role="status">Checking the draft…</p>
    ) : (
      <Notice tone="warn" title="The draft couldn’t be checked">
        You can still publish it.
      </Notice>
    );
  }
  const { introduced, resolved } = check.data;
  const fixed = resolved === 0 ? '' : ` ${formatCount(resolved, 'finding is', 'findings are')} fixed.`;
  if (introduced.length === 0) {
    return (
      <Notice tone="good" isLive>
        The draft introduces no findings.{fixed}
      </Notice>
    );
  }
  return (
    <div>
      <p role="status">
        The draft introduces {formatCount(introduced.length, 'finding')}.{fixed}
      </p>
      <FindingsList ids={ids} findings={introduced} label="Introduced findings" />
    </div>
  );
}

function PublishedDialog({
  published,
  onClose,
}: {
  readonly published: PublishedDraft;
  readonly onClose: () => void;
}): ReactElement {
  const { action, branch, changedFiles, commit, pullRequest } = published;
  const count = formatCount(changedFiles, 'file');
  const text = {
    publish: `${count} published to ${branch}. The site is being built.`,
    save: `${count} saved to ${branch}.`,
    create_branch: `The draft has moved to the branch ${branch}.`,
    create_pull_request: `Pull request #${pullRequest?.number ?? ''} with ${count} is open.`,
  }[action];
  return (
    <Dialog title={action === 'create_branch' ? 'Branch created' : 'Published'} isOpen onClose={onClose}>
      <Notice tone="good" isLive title={text}>
        {commit !== null && `Commit ${commit.slice(0, 7)}`}
      </Notice>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        {pullRequest !== null && (
          <AnchorButton href={pullRequest.url} target="_blank" rel="noreferrer" icon="external">
            Open pull request #{pullRequest.number}
          </AnchorButton>
        )}
      </DialogActions>
    </Dialog>
  );
}
