/** What a job is called until its pull request has a title. */
export const firstLine = (prompt: string): string => prompt.trim().split('\n', 1)[0] ?? '';
