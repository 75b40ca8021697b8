import type { ContextRepository } from '@docwright/sdk';

/** Parses `URL[#branch] [path ...]`, for an option that can be repeated. Empty text clears the list. */
export function collectContext(text: string, before: ContextRepository[] = []): ContextRepository[] {
  const [address = '', ...paths] = text.split(/\s+/).filter((word) => word !== '');
  if (address === '') return before;
  const hash = address.indexOf('#');
  const repository = hash === -1 ? address : address.slice(0, hash);
  const branch = hash === -1 ? undefined : address.slice(hash + 1);
  return [...before, { repository, ...(branch !== undefined && { branch }), ...(paths.length > 0 && { paths }) }];
}

export const formatContext = ({ repository, branch, paths = [] }: ContextRepository): string =>
  [branch === undefined ? repository : `${repository}#${branch}`, ...paths].join(' ');
