import type { CliContext } from '../context.ts';

/** Reports progress on stderr. On a terminal, one line is overwritten; otherwise, each step has its own line. */
export interface Progress {
  /** @param percent 0 to 100; `undefined` if the total isn't known */
  show(text: string, percent?: number): void;
  /** Ends the overwritten line. Its last text remains visible. */
  end(): void;
}

const BAR_WIDTH = 24;
/** Without a terminal, a line is printed only after this many percent or for new text, to keep logs short. */
const LOG_STEP_PERCENT = 25;

export function createProgress({ stderr, isTerminal }: CliContext, isQuiet: boolean): Progress {
  if (isQuiet) return { show: () => undefined, end: () => undefined };
  return isTerminal.stderr ? createBar(stderr) : createLog(stderr);
}

function createBar(stderr: CliContext['stderr']): Progress {
  let isOpen = false;
  return {
    show: (text, percent) => {
      isOpen = true;
      stderr.write(`\r\u001b[2K${percent === undefined ? '' : `${drawBar(percent)} `}${text}`);
    },
    end: () => {
      if (isOpen) stderr.write('\n');
      isOpen = false;
    },
  };
}

function createLog(stderr: CliContext['stderr']): Progress {
  let last = '';
  return {
    show: (text, percent) => {
      const step = percent === undefined ? text : String(Math.floor(percent / LOG_STEP_PERCENT));
      if (step === last) return;
      last = step;
      stderr.write(percent === undefined ? `${text}\n` : `${Math.floor(percent)}% ${text}\n`);
    },
    end: () => undefined,
  };
}

export function drawBar(percent: number): string {
  const filled = Math.round((Math.min(100, Math.max(0, percent)) / 100) * BAR_WIDTH);
  return `[${'█'.repeat(filled)}${'·'.repeat(BAR_WIDTH - filled)}] ${String(Math.floor(percent)).padStart(3)}%`;
}
