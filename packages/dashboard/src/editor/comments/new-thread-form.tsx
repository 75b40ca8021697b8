import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useClient } from '../../api/api-context.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { commentsKey, type FileIds } from '../queries.ts';
import styles from './comments.module.css';
import { MentionField, type Written } from './mention-field.tsx';

/** Maximum length of a quoted text. */
export const maxQuote = 20_000;

/** A passage of the file. */
export interface QuotedText {
  readonly from: number;
  readonly text: string;
}

export interface NewThread {
  readonly kind: 'comment' | 'suggestion';
  /** The selected text. */
  readonly quote: QuotedText;
  /** Its complete lines, which a suggestion replaces. */
  readonly lines: QuotedText;
}

export interface NewThreadFormProps {
  readonly ids: FileIds;
  readonly start: NewThread;
  /** Saves the open file, which contains the thread's text. */
  readonly onSave: () => Promise<unknown>;
  readonly onCreated: (id: string) => void;
  readonly onCancel: () => void;
}

interface ThreadInput {
  readonly quote: QuotedText;
  readonly written: Written;
  readonly replacement?: string;
}

function useCreateThread(ids: FileIds, { onSave, onCreated }: Pick<NewThreadFormProps, 'onSave' | 'onCreated'>) {
  const client = useClient();
  const queryClient = useQueryClient();
  const { projectId, branch, path: file } = ids;
  return useMutation({
    mutationFn: async ({ quote, written, ...suggestion }: ThreadInput) => {
      await onSave();
      const { text, mentions } = written;
      const comment = text.trim() === '' ? {} : { text, mentions: [...mentions] };
      const place = { projectId, branch, file, quote: quote.text, from: quote.from };
      return client.createCommentThread({ ...place, ...comment, ...suggestion });
    },
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: commentsKey(ids) });
      onCreated(id);
    },
  });
}

/** Comments on the selected text, or suggests replacement lines. */
export function NewThreadForm({ ids, start, onSave, onCreated, onCancel }: NewThreadFormProps): ReactElement {
  const [kind, setKind] = useState(start.kind);
  const [written, setWritten] = useState<Written>({ text: '', mentions: [] });
  const [replacement, setReplacement] = useState(start.lines.text);
  const quote = kind === 'comment' ? start.quote : start.lines;
  const isReady = kind === 'comment' ? written.text.trim() !== '' : replacement !== quote.text;
  const isTooLong = quote.text.length > maxQuote;
  const create = useCreateThread(ids, { onSave, onCreated });
  const submit = (): void => {
    if (!isReady || isTooLong) return;
    create.mutate({ quote, written, ...(kind === 'suggestion' && { replacement }) });
  };
  return (
    <section className={styles['card']} data-active="" aria-label="New comment">
      <Segmented
        label="Kind"
        value={kind}
        choices={[
          { value: 'comment', label: 'Comment' },
          { value: 'suggestion', label: 'Suggest a change' },
        ]}
        onChange={setKind}
      />
      <Form onSubmit={submit}>
        {kind === 'comment' ? (
          <p className={styles['quoted']}>{start.quote.text}</p>
        ) : (
          <TextArea
            label="Suggested lines"
            isMono
            rows={Math.min(10, Math.max(3, replacement.split('\n').length + 1))}
            maxLength={maxQuote}
            // The field appears because the user asked for it.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            value={replacement}
            onChange={setReplacement}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onCancel();
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
            }}
          />
        )}
        <MentionField
          key={kind}
          label={kind === 'comment' ? 'Comment, @ to mention someone' : 'Why? (optional)'}
          value={written.text}
          isRequired={kind === 'comment'}
          hasFocus={kind === 'comment'}
          onChange={setWritten}
          onSubmit={submit}
          onCancel={onCancel}
        />
        {isTooLong && <p className={styles['soft']}>Select less text: at most 20,000 characters.</p>}
        <ErrorNotice error={create.error} />
        <div className={styles['actions']}>
          <Button isSmall type="submit" kind="primary" disabled={!isReady || isTooLong} isBusy={create.isPending}>
            {kind === 'comment' ? 'Comment' : 'Suggest'}
          </Button>
          <Button isSmall onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </Form>
    </section>
  );
}
