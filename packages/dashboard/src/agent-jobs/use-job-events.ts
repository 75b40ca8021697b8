import type { AgentJob, AgentJobEvent } from '@docwright/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../api/api-context.ts';
import { isSignedOut } from '../api/session-gate.ts';
import type { JobIds } from './queries.ts';

/** Minimum interval between reloads of the job and its diff during a burst of events. */
const REFRESH_MS = 400;
const RECONNECT_MS = 3000;

export interface JobEvents {
  readonly events: readonly AgentJobEvent[];
  /** Whether live events are arriving; false while the stream is interrupted. */
  readonly isLive: boolean;
}

/** Returns the job's past and live events. If the stream is interrupted, it resumes after the last event. */
export function useJobEvents(ids: JobIds, job: AgentJob | undefined): JobEvents {
  const { client, gate } = useApi();
  const queryClient = useQueryClient();
  const [events, setEvents] = useState<readonly AgentJobEvent[]>([]);
  const [isLive, setIsLive] = useState(false);
  const last = useRef(0);
  const { projectId, id } = ids;
  // A follow-up makes an ended job active again, and its stream continues.
  const phase = job === undefined ? undefined : `${job.turns} ${job.status === 'active' ? 'active' : 'ended'}`;

  useEffect(() => {
    if (phase === undefined) return undefined;
    const abort = new AbortController();
    let refresh: ReturnType<typeof setTimeout> | undefined;
    const scheduleRefresh = () => {
      refresh ??= setTimeout(() => {
        refresh = undefined;
        void queryClient.invalidateQueries({ queryKey: ['job', id] });
      }, REFRESH_MS);
    };
    const follow = async () => {
      for await (const event of client.streamAgentJobEvents(
        { projectId, id, after: last.current },
        { signal: abort.signal },
      )) {
        setIsLive(true);
        if (event.id <= last.current) continue;
        last.current = event.id;
        setEvents((before) => [...before, event]);
        scheduleRefresh();
      }
    };
    const followOn = async () => {
      while (!abort.signal.aborted) {
        try {
          await follow();
          scheduleRefresh();
          return;
        } catch (error) {
          setIsLive(false);
          if (abort.signal.aborted) return;
          // This request only triggers the gate, which prompts the user to sign in.
          if (isSignedOut(error)) await gate.pass(() => client.getAgentJob({ projectId, id })).catch(() => undefined);
          else await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
        }
      }
    };
    void followOn();
    return () => {
      abort.abort();
      clearTimeout(refresh);
      setIsLive(false);
    };
  }, [client, gate, queryClient, projectId, id, phase]);

  return { events, isLive };
}
