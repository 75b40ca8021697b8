/** Exit codes of every command; the manual lists this table. */
export const exitCodes = {
  ok: { code: 0, meaning: 'Success.' },
  failed: { code: 1, meaning: 'A job failed, a site has errors, or the command itself failed.' },
  usage: { code: 2, meaning: 'The command line or a value in it is invalid; nothing was done.' },
  unauthorized: { code: 3, meaning: 'The API key is missing, invalid, or lacks permission.' },
  notFound: { code: 4, meaning: 'The object doesn’t exist, or the key can’t access it.' },
  unreachable: { code: 5, meaning: 'The service can’t be reached, didn’t respond in time, or had an internal error.' },
  conflict: { code: 6, meaning: 'The object’s state doesn’t allow this.' },
  rateLimited: { code: 7, meaning: 'A rate limit or quota is used up; the message states until when.' },
  needsInput: {
    code: 8,
    meaning: 'The job ended without a change; its result is needs_input, needs_model, blocked_by_policy or conflict.',
  },
  interrupted: { code: 130, meaning: 'Interrupted by Ctrl-C, SIGTERM or SIGHUP.' },
} as const;

export type ExitName = keyof typeof exitCodes;
