import type { AssistantAnswer, Project } from '@docwright/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import type { Site } from '../deployments/queries.ts';
import { useSite } from '../deployments/use-site.ts';
import { Badge } from '../ui/badge.tsx';
import { BriefMarkdown } from '../ui/brief-markdown.tsx';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Panel, Stack } from '../ui/layout.tsx';
import { AnchorButton } from '../ui/link-button.tsx';
import { Skeleton } from '../ui/states.tsx';
import styles from './assistant.module.css';
import { outcomeLooks } from './outcome-looks.ts';

interface Turn {
  readonly question: string;
  readonly answer: AssistantAnswer;
}

/** Queries the live site's assistant like a reader, with the saved settings. Nothing is stored. */
export default function Playground({ project }: { readonly project: Project }): ReactElement {
  const site = useSite(project);
  return <Loaded query={site}>{(found) => <PlaygroundPanel site={found} />}</Loaded>;
}

function PlaygroundPanel({ site }: { readonly site: Site }): ReactElement {
  const client = useClient();
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [text, setText] = useState('');
  const ask = useMutation({
    mutationFn: (question: string) =>
      client.sendAssistantMessage(
        { domain: site.slug, messages: [...toMessages(turns), toMessage('user', question)] },
        { timeoutMs: 120_000 },
      ),
    onSuccess: (answer, question) => {
      setTurns((before) => [...before, { question, answer }]);
      setText('');
    },
  });
  const submit = () => {
    if (text.trim() !== '' && !ask.isPending) ask.mutate(text.trim());
  };
  return (
    <Stack isNarrow>
      <Panel
        title="Ask the live site"
        text="Uses the saved settings and the live pages. Questions and answers aren’t stored."
        actions={
          <AnchorButton href={site.url} target="_blank" rel="noreferrer" isSmall icon="external">
            Open the live site
          </AnchorButton>
        }
      >
        {turns.map(({ question, answer }) => (
          <article key={answer.messageId} className={styles['turn']}>
            <h3>{question}</h3>
            <AnswerText answer={answer} siteUrl={site.url} />
          </article>
        ))}
        {ask.isPending && <Skeleton lines={3} label="Reading the pages" />}
        <ErrorNotice error={ask.error} />
        <Form onSubmit={submit} className={styles['ask']}>
          <TextArea
            label="Question"
            hint="Press Enter to ask, Shift+Enter for a new line."
            rows={2}
            maxLength={8000}
            value={text}
            onChange={setText}
            onKeyDown={(event) => {
              // While an input method composes a character, Enter accepts it.
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              submit();
            }}
          />
          <Button type="submit" kind="primary" icon="send" isBusy={ask.isPending}>
            Ask
          </Button>
        </Form>
      </Panel>
    </Stack>
  );
}

function AnswerText({ answer, siteUrl }: { readonly answer: AssistantAnswer; readonly siteUrl: string }): ReactElement {
  const look = outcomeLooks[answer.outcome];
  return (
    <>
      <Badge tone={look.tone}>{look.label}</Badge>
      <div className={styles['answer']}>
        <BriefMarkdown text={answer.text} linkBase={siteUrl} />
      </div>
      <ul>
        {answer.sources.map(({ url, title }) => (
          <li key={url}>
            <a href={new URL(url, siteUrl).href} target="_blank" rel="noreferrer">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

const toMessage = (role: 'user' | 'assistant', text: string) => ({ role, parts: [{ type: 'text' as const, text }] });

const toMessages = (turns: readonly Turn[]) =>
  turns.flatMap(({ question, answer }) => [toMessage('user', question), toMessage('assistant', answer.text)]);
