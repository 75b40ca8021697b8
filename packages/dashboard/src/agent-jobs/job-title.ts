import type { AgentJob } from '@docwright/sdk';

/** What a job is called: its pull request's title, and until there is one what was asked for. */
export function jobTitle({ title, prLink, prompt }: Pick<AgentJob, 'title' | 'prLink' | 'prompt'>): string {
  return prLink !== null && title !== null ? title : (prompt.trim().split('\n', 1)[0] ?? '');
}
