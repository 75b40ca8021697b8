import { isCodeHostError, type CodeHost, type CommentedNumber } from '../../../platform/code-host/index.ts';
import type { Logger } from '../../../platform/log/index.ts';

/**
 * Answers a comment with a link to the job that it started or continued. May be repeated: the marker identifies an
 * earlier answer, and keeps the agent from treating its own comment as a request. The job doesn't depend on the answer:
 * if the last attempt fails, the event ends as if the comment had been answered.
 */
export async function answerComment(
  { log, baseUrl }: { readonly log: Logger; readonly baseUrl: string },
  host: CodeHost,
  answer: {
    readonly eventId: string;
    readonly on: CommentedNumber;
    readonly projectId: string;
    readonly jobId: string;
    readonly isNew: boolean;
    readonly isLastAttempt: boolean;
  },
): Promise<void> {
  const { eventId, on, projectId, jobId, isNew, isLastAttempt } = answer;
  const marker = `<!-- docwright:answer=${eventId} -->`;
  const job = `[job ${jobId}](${baseUrl}/dashboard/jobs/${projectId}/${jobId})`;
  const text = isNew
    ? `The agent is working on this in ${job}. If it changes the documentation, its pull request links here.`
    : `The agent is working on this. Its changes are added to this pull request; see ${job}.`;
  try {
    if ((await host.findCommentWith(on, marker)) !== undefined) return;
    await host.comment(on, `${text}\n\n${marker}`);
  } catch (error) {
    if (!isCodeHostError(error)) throw error;
    if (!isLastAttempt && (error.retryable || error.code === 'outcome-unknown')) throw error;
    log.warn({ codeHostEventId: eventId, err: error }, 'a comment could not be answered');
  }
}
