import { Argument, type Command } from 'commander';
import type { Bind } from '../invocation.ts';
import { formatCompletion, shells, type Shell } from '../completion/format-completion.ts';
import { readCommandTree } from '../completion/read-command-tree.ts';

export function addCompletionCommand(program: Command, bind: Bind): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'shell that runs the script').choices(shells))
    .description('Print a completion script: source <(docwright completion bash)')
    .action(
      bind((call) => {
        const shell = call.argument(0) as Shell;
        const script = formatCompletion(shell, readCommandTree(program));
        return { json: { shell, script }, text: script };
      }),
    );
}
