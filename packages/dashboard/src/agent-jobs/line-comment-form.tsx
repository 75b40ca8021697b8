import { useState, type KeyboardEvent, type ReactElement } from 'react';
import { useDraft } from '../browser/use-draft.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextArea } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import type { Hunk } from '@docwright/highlight/parse-diff';
import form from './prompt-form.module.css';
import { LONGEST_COMMENT, linesUpTo, nameLines, sideOf } from './review-comments.ts';
import type { LinePlace, Review } from './review.ts';

export interface LineCommentFormProps {
  readonly review: Review;
  readonly place: LinePlace;
  readonly hunk: Hunk;
  /** Returns the focus to the line. */
  readonly onDone: () => void;
}

export function LineCommentForm({ review, place, hunk, onDone }: LineCommentFormProps): ReactElement {
  const [text, setText] = useDraft(`review-text.${review.job.id}`);
  const { side, number: to } = sideOf(place.line);
  const [from, setFrom] = useState(to);
  const lines = linesUpTo(hunk, place.line);
  const numberIn = (line: LinePlace['line']) => (side === 'before' ? line.oldNumber : line.newNumber) ?? to;
  const close = () => {
    review.choose(undefined);
    onDone();
  };
  const submit = () => {
    if (text.trim() === '') return;
    const quoted = lines.filter((line) => numberIn(line) >= from).map((line) => line.text);
    review.add({ path: place.path, side, from, to, lines: quoted, text: text.trim() });
    setText('');
    onDone();
  };
  const pressKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit();
  };
  return (
    <Form className={form['form']} onSubmit={submit} onKeyDown={pressKey}>
      <TextArea
        label={`Comment on ${nameLines({ side, from, to })}`}
        hint="The agent receives the comment with these lines when you send your comments."
        rows={3}
        autoFocus
        maxLength={LONGEST_COMMENT}
        value={text}
        onChange={setText}
      />
      {lines.length > 1 && (
        <SelectField
          label="Starts at"
          value={String(from)}
          choices={lines.map((line) => ({
            value: String(numberIn(line)),
            label: `Line ${numberIn(line)}: ${line.text.trim().slice(0, 60)}`,
          }))}
          onChange={(value) => setFrom(Number(value))}
        />
      )}
      <div className={form['foot']}>
        <Button
          onClick={() => {
            setText('');
            close();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" kind="primary" disabled={text.trim() === ''}>
          Add comment
        </Button>
      </div>
    </Form>
  );
}
