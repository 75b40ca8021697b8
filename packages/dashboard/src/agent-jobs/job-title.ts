import type { AgentJob } from '@docwright/sdk';

/** Returns a job's title: its pull request's title, or the prompt until a pull request exists. */
export function jobTitle({ title, prLink, prompt }: Pick<AgentJob, 'title' | 'prLink' | 'prompt'>): string {
  return prLink !== null && title !== null ? title : (prompt.trim().split('\n', 1)[0] ?? '');
}
