import { splitList, type Kind } from '@docwright/site-server/settings';
import { toExactOrigin } from '../../platform/http-client/index.ts';

/** Hosts separated by commas; scheme and port are added: `https://git.internal:443`. */
export const origins: Kind<readonly string[]> = {
  read: (value, refuse) =>
    splitList(value).map(
      (entry) => toExactOrigin(entry) ?? refuse('name, name:port or http://name:port, separated by commas', entry),
    ),
};
