import type { Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { parseInteger } from '../../parse-option.ts';
import { toResult, watchJob } from '../agent/agent-jobs.ts';
import { readPrompt } from '../agent/read-prompt.ts';
import { requireProject, type ProjectOption } from '../require-project.ts';

interface AskOptions extends ProjectOption {
  readonly branch?: string;
  readonly file?: string;
  readonly quote?: string;
  readonly from?: number;
  readonly idempotencyKey?: string;
  readonly wait?: boolean;
}

export function addDraftAskCommand(command: (name: string, description: string) => Command, bind: Bind): void {
  command('ask', 'Ask the agent to suggest changes. Nothing is saved until a suggestion is accepted.')
    .argument('<prompt>', 'what the agent should suggest; "-" reads it from stdin')
    .option('--file <file>', 'suggest only changes to this file, relative to the docs folder')
    .option('--quote <text>', 'suggest only changes to the lines with this text, exactly as in the file')
    .option(
      '--from <offset>',
      'where the quoted text starts, if the file contains it more than once',
      parseInteger(0, 2_147_483_647),
    )
    .option('--idempotency-key <key>', 'reusing the key within 24 hours returns the first job')
    .option('--wait', 'print progress until the job ends')
    .action(bind<AskOptions>(ask));
}

async function ask(call: Invocation<AskOptions>): Promise<CommandResult> {
  const { options, context } = call;
  const client = call.client();
  const prompt = await readPrompt(context, call.argument(0));
  const projectId = await requireProject(call, client);
  const branch = options.branch ?? (await client.getProject({ projectId })).branch;
  const { file, quote, from } = options;
  const job = await client.askAgent(
    { projectId, branch, prompt, file, quote, from },
    { idempotencyKey: options.idempotencyKey, signal: context.signal },
  );
  if (options.wait !== true) return toResult(call, job);
  return watchJob({ client, ids: { projectId, id: job.id }, call });
}
