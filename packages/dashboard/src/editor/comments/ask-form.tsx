import { useState, type ReactElement } from 'react';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import styles from './comments.module.css';
import { maxQuote, type QuotedText } from './new-thread-form.tsx';
import type { AskInput } from './use-ask.ts';
import { LONGEST_PROMPT } from '../../agent-jobs/longest-prompt.ts';

type Part = 'selection' | 'page' | 'draft';

export interface AskFormProps {
  readonly path: string;
  /** The selected text; `undefined` without one. */
  readonly quote: QuotedText | undefined;
  readonly isSending: boolean;
  readonly error: Error | null;
  readonly onSend: (input: AskInput) => void;
  readonly onCancel: () => void;
}

/** Requests changes from the agent for the selection, the page, or all files of the branch. */
export function AskForm({ path, quote, isSending, error, onSend, onCancel }: AskFormProps): ReactElement {
  const [part, setPart] = useState<Part>(quote === undefined ? 'page' : 'selection');
  const [prompt, setPrompt] = useState('');
  const isTooLong = part === 'selection' && (quote?.text.length ?? 0) > maxQuote;
  const isReady = prompt.trim() !== '' && !isTooLong;
  const submit = (): void => {
    if (!isReady || isSending) return;
    onSend({ prompt, file: part === 'draft' ? undefined : path, quote: part === 'selection' ? quote : undefined });
  };
  return (
    <section className={styles['card']} data-active="" data-suggestion="" aria-label="Ask the agent">
      <Segmented
        label="Part that the agent can change"
        value={part}
        choices={[
          ...(quote === undefined ? [] : ([{ value: 'selection', label: 'Selection' }] as const)),
          { value: 'page', label: 'This file' },
          { value: 'draft', label: 'All files' },
        ]}
        onChange={setPart}
      />
      <Form onSubmit={submit}>
        {part === 'selection' && <p className={styles['quoted']}>{quote?.text}</p>}
        <TextArea
          label="What should the agent suggest?"
          placeholder={'For example: Replace "log in" with "sign in"'}
          rows={3}
          maxLength={LONGEST_PROMPT}
          // The field appears because the user asked for it.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={prompt}
          onChange={setPrompt}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onCancel();
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
          }}
        />
        {isTooLong && <p className={styles['soft']}>Select less text: at most 20,000 characters.</p>}
        <ErrorNotice error={error} />
        <div className={styles['actions']}>
          <Button isSmall type="submit" kind="primary" icon="spark" disabled={!isReady} isBusy={isSending}>
            Ask
          </Button>
          <Button isSmall onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </Form>
    </section>
  );
}
