import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useMe } from '../../accounts/me.ts';
import { formatCount } from '../../ui/format.ts';
import type { DraftIds } from '../queries.ts';
import { colorOf, listPeople, type People } from './people.ts';
import styles from './people-here.module.css';

/** Other people in the draft, and the pages that they have open. Each name links to the page. */
export default function PeopleHere({
  ids,
  here,
}: {
  readonly ids: DraftIds;
  readonly here: People;
}): ReactElement | null {
  const { user } = useMe();
  const others = listPeople(here.people, user?.id);
  if (others.length === 0) return null;
  return (
    <ul className={styles['people']} aria-label="Others in this draft">
      {others.map(({ userId, name, paths }) => (
        <li key={userId}>
          <Link
            to="/projects/$projectId/editor/$branch/$"
            params={{ ...ids, _splat: paths[0] ?? '' }}
            className={styles['person'] ?? ''}
            data-person={colorOf(userId)}
            title={`${name}: ${paths.join(', ')}`}
          >
            <span aria-hidden>{name.slice(0, 2).toUpperCase()}</span>
            <span className="visually-hidden">
              {name} has {paths.join(', ')} open
            </span>
          </Link>
        </li>
      ))}
      {here.more > 0 && <li className={styles['more']}>and {formatCount(here.more, 'more person', 'more people')}</li>}
    </ul>
  );
}
