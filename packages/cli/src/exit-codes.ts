/** Exit codes of every command; the manual lists this table. */
export const exitCodes = {
  ok: { code: 0, meaning: 'It worked.' },
  failed: { code: 1, meaning: 'A job failed, a site has error-level issues, or the command itself failed.' },
  usage: { code: 2, meaning: 'The command line or a value in it is wrong; nothing was done.' },
  unauthorized: { code: 3, meaning: 'The API key is missing or refused, or may not do this.' },
  notFound: { code: 4, meaning: 'There is no such object, or the key may not see it.' },
  unreachable: { code: 5, meaning: 'The service can’t be reached, did not answer in time, or had a fault.' },
  conflict: { code: 6, meaning: 'The object’s state does not allow it.' },
  rateLimited: { code: 7, meaning: 'The limit is used up; the message says for how long.' },
  needsInput: {
    code: 8,
    meaning:
      'The job that was waited for ended without its change: its result is needs_input, needs_model, blocked_by_policy or conflict.',
  },
  interrupted: { code: 130, meaning: 'Ctrl-C, SIGTERM or SIGHUP ended it.' },
} as const;

export type ExitName = keyof typeof exitCodes;
