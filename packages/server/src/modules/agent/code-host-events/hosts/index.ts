import type { ConnectedHostKind } from '@docwright/contract';
import type { HookFormat } from '../host-event.ts';
import { bitbucketHooks } from './bitbucket.ts';
import { giteaHooks } from './gitea.ts';
import { githubHooks } from './github.ts';
import { gitlabHooks } from './gitlab.ts';

export const hookFormats: Readonly<Record<ConnectedHostKind, HookFormat>> = {
  github: githubHooks,
  gitlab: gitlabHooks,
  gitea: giteaHooks,
  bitbucket: bitbucketHooks,
};
