import type { ContextRepository } from '@docwright/sdk';
import type { Client } from '../api/create-api.ts';
import { splitLines } from '../editing/split-lines.ts';
import { splitLanguages } from './languages.ts';
import type { Automation, TriggerType } from './queries.ts';

type Body = Omit<Parameters<Client['createAutomation']>[0], 'projectId'>;

/** The form's fields. Text fields contain the text as typed. */
export interface Draft {
  readonly name: string;
  readonly kind: Automation['kind'];
  readonly trigger: TriggerType;
  readonly cron: string;
  readonly timeZone: string;
  readonly paths: string;
  readonly excludeAuthors: string;
  readonly instructions: string;
  readonly context: readonly ContextRepository[];
  readonly runsPerDay: string;
  readonly usdPerMonth: string;
  readonly openPullRequests: string;
  readonly minReaders: string;
  readonly updateMode: Automation['updateMode'];
  readonly notify: string;
  /** Only for the kind `translate`. */
  readonly targetLanguages: string;
}

export const emptyDraft: Draft = {
  name: '',
  kind: 'custom',
  trigger: 'schedule',
  cron: '0 9 * * 1',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  paths: '',
  excludeAuthors: '',
  instructions: '',
  context: [],
  runsPerDay: '24',
  usdPerMonth: '',
  openPullRequests: '1',
  minReaders: '2',
  updateMode: 'pull_request',
  notify: '',
  targetLanguages: '',
};

export const toDraft = ({
  name,
  kind,
  trigger,
  instructions,
  contextRepositories,
  limits,
  minReaders,
  updateMode,
  notify,
  targetLanguages,
}: Automation): Draft => ({
  name,
  kind,
  trigger: trigger.type,
  cron: trigger.cron ?? emptyDraft.cron,
  timeZone: trigger.timeZone ?? emptyDraft.timeZone,
  paths: (trigger.paths ?? []).join('\n'),
  excludeAuthors: (trigger.excludeAuthors ?? []).join('\n'),
  instructions,
  context: contextRepositories,
  runsPerDay: String(limits.runsPerDay),
  usdPerMonth: limits.usdPerMonth === null ? '' : String(limits.usdPerMonth),
  openPullRequests: String(limits.openPullRequests),
  minReaders: String(minReaders),
  updateMode,
  notify: notify.join('\n'),
  targetLanguages: targetLanguages.join(', '),
});

/** Whether runs are based on readers' questions or feedback. */
export const usesReaders = ({ kind, trigger }: Pick<Draft, 'kind' | 'trigger'>): boolean =>
  kind === 'fill-gaps' || kind === 'improve-from-feedback' || trigger === 'suggestion';

/** Returns the request body with only the settings of the selected trigger and task, because the API rejects others. */
export function toBody(draft: Draft): Body {
  const paths = splitLines(draft.paths);
  const excludeAuthors = splitLines(draft.excludeAuthors);
  const isBranch = draft.trigger === 'content_update' || draft.trigger === 'code_change';
  return {
    name: draft.name.trim(),
    kind: draft.kind,
    trigger: {
      type: draft.trigger,
      ...(draft.trigger === 'schedule' && { cron: draft.cron.trim(), timeZone: draft.timeZone.trim() }),
      ...(isBranch && paths.length > 0 && { paths }),
      ...(isBranch && excludeAuthors.length > 0 && { excludeAuthors }),
    },
    instructions: draft.instructions.trim(),
    contextRepositories: [...draft.context],
    notify: splitLines(draft.notify),
    ...(draft.kind === 'translate' && { targetLanguages: splitLanguages(draft.targetLanguages) }),
    // Changes that are based on readers' words must be reviewed.
    updateMode: usesReaders(draft) ? 'pull_request' : draft.updateMode,
    ...(usesReaders(draft) && { minReaders: Number(draft.minReaders) }),
    limits: {
      runsPerDay: Number(draft.runsPerDay),
      usdPerMonth: draft.usdPerMonth.trim() === '' ? null : Number(draft.usdPerMonth),
      openPullRequests: Number(draft.openPullRequests),
    },
  };
}
