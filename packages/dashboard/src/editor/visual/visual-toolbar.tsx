import { useRef, type KeyboardEvent, type ReactElement } from 'react';
import { commandKey } from '../../ui/command-key.ts';
import type { VisualCommand } from '../source/visual-switch.ts';
import type { FormatCommand, VisualPlace } from './visual-state.ts';
import styles from './visual-toolbar.module.css';

export interface VisualToolbarProps {
  readonly place: VisualPlace;
  readonly onRun: (command: VisualCommand) => void;
}

interface Tool {
  readonly label: string;
  readonly keys: string;
  readonly shape: string;
  readonly command: VisualCommand;
}

const format = (command: FormatCommand): VisualCommand => ({ kind: 'format', format: command });

const tools: readonly (readonly Tool[])[] = [
  [
    {
      label: 'Bold',
      keys: 'Ctrl B',
      shape: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z',
      command: format('bold'),
    },
    { label: 'Italic', keys: 'Ctrl I', shape: 'M10 5h8M6 19h8M14.5 5 9.5 19', command: format('italic') },
    {
      label: 'Strikethrough',
      keys: 'Ctrl Shift X',
      shape:
        'M4 12h16M16.5 8.5C16 6.5 14 5.5 12 5.5c-2.5 0-4.5 1.3-4.5 3.3M7.5 15.5c.5 2 2.5 3 4.5 3 2.5 0 4.5-1.3 4.5-3.3',
      command: format('strike'),
    },
    { label: 'Code', keys: 'Ctrl E', shape: 'M8.5 7.5 4 12l4.5 4.5M15.5 7.5 20 12l-4.5 4.5', command: format('code') },
    {
      label: 'Link',
      keys: 'Ctrl K',
      shape: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
      command: format('link'),
    },
  ],
  [
    {
      label: 'Bulleted list',
      keys: 'Ctrl Shift 8',
      shape: 'M9 6h11M9 12h11M9 18h11M4.5 6v.01M4.5 12v.01M4.5 18v.01',
      command: format('bullets'),
    },
    {
      label: 'Numbered list',
      keys: 'Ctrl Shift 7',
      shape: 'M10 6h10M10 12h10M10 18h10M4 4.5h1.2V9M3.8 9h2.8M3.8 14h2.6l-2.6 4h2.8',
      command: format('numbers'),
    },
    {
      label: 'Task list',
      keys: '',
      shape: 'M12 7h8M12 17h8M4 7l1.5 1.5L8.5 5M4 17l1.5 1.5 3-3.5',
      command: format('tasks'),
    },
    { label: 'Quote', keys: 'Ctrl Shift 9', shape: 'M5 5v14M10 8h10M10 12h10M10 16h6', command: format('quote') },
  ],
];

const isOn = (command: VisualCommand, { formats }: VisualPlace): boolean =>
  command.kind === 'format' && formats.includes(command.format);

const blocks: Readonly<Record<VisualPlace['block'], string>> = {
  text: 'Text',
  h1: 'Heading 1',
  h2: 'Heading 2',
  h3: 'Heading 3',
  h4: 'Heading 4',
  h5: 'Heading 5',
  h6: 'Heading 6',
};

/** A single tab stop; the arrow keys move between its controls. */
export default function VisualToolbar({ place, onRun }: VisualToolbarProps): ReactElement {
  const bar = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const controls = [...(bar.current?.querySelectorAll<HTMLElement>('button:not(:disabled), select') ?? [])];
    const index = controls.findIndex((control) => control === event.target);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || index === -1) return;
    event.preventDefault();
    const next = controls[(index + step + controls.length) % controls.length];
    for (const control of controls) control.tabIndex = control === next ? 0 : -1;
    next?.focus();
  };
  return (
    <div ref={bar} role="toolbar" aria-label="Formatting" className={styles['bar']} onKeyDown={move}>
      <select
        aria-label="Text style"
        className={styles['block']}
        value={place.block}
        onChange={(event) => onRun({ kind: 'block', block: event.target.value as VisualPlace['block'] })}
      >
        {Object.entries(blocks).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {tools.map((group) => (
        <div key={group[0]?.label} className={styles['group']}>
          {group.map(({ label, keys, shape, command }) => (
            <button
              key={label}
              type="button"
              tabIndex={-1}
              className={styles['tool']}
              aria-label={label}
              title={keys === '' ? label : `${label} (${keys.replace('Ctrl', commandKey)})`}
              aria-pressed={isOn(command, place)}
              onMouseDown={keepSelection}
              onClick={() => onRun(command)}
            >
              <svg aria-hidden="true" width="17" height="17" viewBox="0 0 24 24" className={styles['icon']}>
                <path d={shape} />
              </svg>
            </button>
          ))}
        </div>
      ))}
      <div className={styles['group']}>
        <button
          type="button"
          tabIndex={-1}
          className={styles['tool']}
          title="Insert (/ on an empty line)"
          onMouseDown={keepSelection}
          onClick={() => onRun({ kind: 'insert' })}
        >
          + Insert
        </button>
        <button
          type="button"
          tabIndex={-1}
          className={styles['tool']}
          title="Properties of the component at the cursor (Alt Enter)"
          disabled={place.component === undefined}
          onMouseDown={keepSelection}
          onClick={() => onRun({ kind: 'properties' })}
        >
          {place.component === undefined ? 'Properties' : `Properties: ${place.component}`}
        </button>
      </div>
    </div>
  );
}

/** Prevents a click on a button from moving the focus, so that the text stays selected. */
const keepSelection = (event: { preventDefault(): void }): void => event.preventDefault();
