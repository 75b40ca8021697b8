import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from '../api/api-context.ts';
import { describeError } from '../api/describe-error.ts';
import { judgeFailedSave } from './judge-failed-save.ts';
import { listKept, readKept, writeKept } from './kept-text.ts';
import { withClosedFile } from './open-file-lock.ts';
import { draftKey, type DraftIds } from './queries.ts';
import { sendKept, type UnsentText } from './send-kept.ts';

const RETRY_MS = 30_000;

export interface KeptTexts {
  /** The files whose text couldn't be saved yet. */
  readonly unsent: readonly UnsentText[];
  /** Saves the text that this browser stores, now. */
  readonly send: () => Promise<readonly UnsentText[]>;
}

/**
 * Saves the text that the browser stores for the draft's files, except the open file, which its session saves. This
 * happens when the editor or another file is opened, when the browser is online again, and every 30 seconds while text
 * remains.
 */
export function useKeptTexts(ids: DraftIds, openPath: string, canWrite: boolean): KeptTexts {
  const client = useClient();
  const queryClient = useQueryClient();
  const [unsent, setUnsent] = useState<readonly UnsentText[]>([]);
  const running = useRef<Promise<readonly UnsentText[]>>(undefined);
  const send = useCallback(async (): Promise<readonly UnsentText[]> => {
    const list = () => (canWrite ? listKept(ids).filter((path) => path !== openPath) : []);
    const run = async () => {
      // The open file may have changed since the last run began.
      await running.current;
      if (list().length === 0) return [];
      const left = await sendKept({
        list,
        read: (path) => readKept({ ...ids, path }),
        forget: (path) => writeKept({ ...ids, path }, undefined),
        save: (path, { content, version }) => client.putDraftFile({ ...ids, path, content, version }),
        judge: judgeFailedSave,
        isUnreachable: (error) => describeError(error).isTransient,
        withFile: (path, work) => withClosedFile({ ...ids, path }, work),
      });
      await queryClient.invalidateQueries({ queryKey: [...draftKey(ids), 'summary'] });
      void queryClient.invalidateQueries({ queryKey: [...draftKey(ids), 'files'] });
      return left;
    };
    const mine = run();
    running.current = mine;
    const left = await mine;
    setUnsent((before) => (before.length === 0 && left.length === 0 ? before : left));
    return left;
  }, [ids, openPath, canWrite, client, queryClient]);
  useEffect(() => {
    const sendNow = (): void => void send();
    sendNow();
    addEventListener('online', sendNow);
    const timer = setInterval(sendNow, RETRY_MS);
    return () => {
      removeEventListener('online', sendNow);
      clearInterval(timer);
    };
  }, [send]);
  return { unsent, send };
}
