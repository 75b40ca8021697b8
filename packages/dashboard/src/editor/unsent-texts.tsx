import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { DraftIds } from './queries.ts';
import type { UnsentText } from './send-kept.ts';

const reasons: Readonly<Record<UnsentText['reason'], string>> = {
  retry: 'It will be saved when the service can be reached.',
  refused: 'It was refused. Open the file to see why.',
  conflict: 'Someone else changed the file. Open it to choose a version.',
  'open elsewhere': 'It is being edited in another tab.',
};

/** Files whose newest text is only in this browser. */
export function UnsentTexts({
  ids: { projectId, branch },
  texts,
  onOpen,
}: {
  readonly ids: DraftIds;
  readonly texts: readonly UnsentText[];
  readonly onOpen?: () => void;
}): ReactElement {
  return (
    <ul aria-label="Files that aren’t saved">
      {texts.map(({ path, reason }) => (
        <li key={path}>
          <Link
            to="/projects/$projectId/editor/$branch/$"
            params={{ projectId, branch, _splat: path }}
            onClick={onOpen}
          >
            {path}
          </Link>
          {' – '}
          {reasons[reason]}
        </li>
      ))}
    </ul>
  );
}
