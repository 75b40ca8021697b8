import { useEffect, useState, type ReactElement } from 'react';
import { Button, IconButton } from './button.tsx';

const SHOWN_MS = 2000;

export interface CopyButtonProps {
  readonly text: string;
  /** The copied value's name: `project id`. */
  readonly what: string;
  /** The button's label; without it, only the icon is shown. */
  readonly label?: string;
}

export function CopyButton({ text, what, label }: CopyButtonProps): ReactElement {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => void copyText(text).then((done) => setState(done ? 'copied' : 'failed'));
  const status = {
    idle: '',
    copied: `Copied the ${what}`,
    failed: 'Copying isn’t allowed here. Select the text and copy it.',
  }[state];
  const icon = state === 'copied' ? 'check' : state === 'failed' ? 'error' : 'copy';
  return (
    <>
      {label === undefined ? (
        <IconButton icon={icon} label={status === '' ? `Copy the ${what}` : status} isSmall onClick={copy} />
      ) : (
        <Button icon={icon} isSmall onClick={copy}>
          {state === 'copied' ? 'Copied' : label}
        </Button>
      )}
      <span role="status" className="visually-hidden">
        {status}
      </span>
    </>
  );
}

/** Copies text, even without the clipboard API, which is missing on pages that weren't loaded over HTTPS. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.readOnly = true;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    const focused = document.activeElement;
    (focused?.closest('[role="dialog"]') ?? document.body).append(area);
    area.select();
    const isDone = document.execCommand('copy');
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return isDone;
  }
}
