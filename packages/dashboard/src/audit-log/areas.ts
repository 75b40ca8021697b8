import { toActionWords } from './to-action-words.ts';

/**
 * Subjects of actions: the word before the period, which the API accepts as a filter. A test compares the list with the
 * actions that the service records.
 */
const areas = [
  'account',
  'agent_job',
  'agent_settings',
  'api_key',
  'assistant_conversation',
  'assistant_conversations',
  'assistant_settings',
  'automation',
  'budget',
  'code_host',
  'code_host_hook',
  'comment',
  'deployment',
  'domain',
  'draft',
  'draft_settings',
  'email',
  'feedback',
  'invitation',
  'member',
  'notification_settings',
  'organization',
  'organization_models',
  'password',
  'preview',
  'preview_password',
  'profile',
  'project',
  'project_models',
  'public_key',
  'pull_request',
  'reader_key',
  'reader_password',
  'repository',
  'search_checks',
  'session',
  'setup_link',
  'site',
  'site_access',
  'static_export',
  'suggestion',
  'webhook_delivery',
  'webhook_endpoint',
] as const;

/** Returns the filter of an area: `api_key.` for `api_key`, so that `project` doesn't include `project_models`. */
const toFilter = (area: string): string => `${area}.`;

/**
 * Returns the action filter's choices, sorted by name. An exact action, selected in a row, is added while it is set.
 */
export function toActionChoices(action: string | undefined): readonly { value: string; label: string }[] {
  const choices = areas
    .map((area) => ({ value: toFilter(area), label: toActionWords(area) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  const isOwn = action !== undefined && !choices.some(({ value }) => value === action);
  return [
    { value: '', label: 'All actions' },
    ...(isOwn ? [{ value: action, label: toActionWords(action) }] : []),
    ...choices,
  ];
}

export const isKnownArea = (action: string): boolean => areas.some((area) => action.startsWith(toFilter(area)));
