import type { Exchange } from '@docwright/site-server';

/** Lines are written in batches, because a separate write would cost more than the response. */
const LARGEST_BATCH = 512;
const LONGEST_DELAY_MS = 500;

export interface AccessLog {
  add(exchange: Exchange, status: number, bodyBytes: number): void;
  flush(): void;
}

export const noAccessLog: AccessLog = { add: () => undefined, flush: () => undefined };

/**
 * Writes JSON lines: time, method, path (without its query, which can contain text that a reader typed), status, bytes,
 * duration, site, version.
 */
export function createAccessLog(write: (lines: string) => void, nowMs: () => number): AccessLog {
  let lines: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length === 0) return;
    const batch = lines.join('');
    lines = [];
    write(batch);
  };
  return {
    flush,
    add: ({ request, startedAtMs, site, versionId }, status, bodyBytes) => {
      const now = nowMs();
      const { method = '', url = '' } = request;
      const question = url.indexOf('?');
      const path = JSON.stringify(question < 0 ? url : url.slice(0, question));
      const time = new Date(now).toISOString();
      const durationMs = Math.round((now - startedAtMs) * 1000) / 1000;
      lines.push(
        `{"time":"${time}","method":"${method}","path":${path},"status":${status},"bytes":${bodyBytes},"durationMs":${durationMs},"site":"${site}","version":"${versionId}"}\n`,
      );
      if (lines.length >= LARGEST_BATCH) flush();
      else timer ??= setTimeout(flush, LONGEST_DELAY_MS).unref();
    },
  };
}
