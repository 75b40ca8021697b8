import { Command, Option } from 'commander';
import { addAgentJobCommands } from './commands/agent-jobs.ts';
import { addAgentSettingsCommands } from './commands/agent-settings.ts';
import { addAssistantCommands } from './commands/assistant.ts';
import { addAuditLogCommands } from './commands/audit-log.ts';
import { addAuditCommand } from './commands/audit.ts';
import { addBackupCommands } from './commands/backup.ts';
import { addBudgetCommands } from './commands/budgets.ts';
import { addBundleCommands } from './commands/bundle.ts';
import { addCodeHostCommands } from './commands/code-hosts.ts';
import { addCodeHostHookCommands } from './commands/code-host-hooks.ts';
import { addCompletionCommand } from './commands/completion.ts';
import { addConnectionCommands } from './commands/connection.ts';
import { addDeploymentCommands } from './commands/deployments.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addDomainCommands } from './commands/domains.ts';
import { addLiveSiteCommands } from './commands/live-site.ts';
import { addExportCommand } from './commands/export.ts';
import { addExportsCommands } from './commands/exports.ts';
import { addAnalyticsCommands } from './commands/analytics.ts';
import { addFeedbackCommands } from './commands/feedback.ts';
import { addHostCommands } from './commands/host.ts';
import { addImportCommand } from './commands/import.ts';
import { addInitCommand } from './commands/init.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addLinkCommand } from './commands/link.ts';
import { addLogsCommand } from './commands/logs.ts';
import { addMcpCommand } from './commands/mcp.ts';
import { addPublicKeyCommands } from './commands/public-keys.ts';
import { addMemberCommands } from './commands/members.ts';
import { addModelCommands } from './commands/models.ts';
import { addOpenCommand } from './commands/open.ts';
import { addOrganizationCommands } from './commands/organization.ts';
import { addPageHealthCommand } from './commands/page-health.ts';
import { addProjectCommands } from './commands/projects.ts';
import { addOverviewCommand } from './commands/overview.ts';
import { addPullRequestCommands } from './commands/pull-requests.ts';
import { addRepositoryCommands } from './commands/repositories.ts';
import { addPruneCommand } from './commands/prune.ts';
import { addSecretsCommands } from './commands/secrets.ts';
import { addServiceCommands } from './commands/services.ts';
import { addSiteCommands } from './commands/site.ts';
import { addSearchCheckCommands } from './commands/search-checks.ts';
import { addSuggestionCommands } from './commands/suggestions.ts';
import { addUsageCommand } from './commands/usage.ts';
import { addWebhookCommands } from './commands/webhooks.ts';
import type { CliContext } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { createBind, type Report } from './invocation.ts';

/**
 * All commands. The manual's page and the shell completions are generated from this tree, including its texts.
 *
 * @param isQuiet the caller reports usage errors, as JSON
 */
export function createProgram(context: CliContext, report: Report, isQuiet = false): Command {
  const bind = createBind(context, report);
  const program = new Command('docwright')
    .description('Docwright: publish documentation sites, and let an agent edit them with pull requests.')
    .version(context.version)
    .addOption(new Option('--json', 'print only one JSON object to stdout'))
    .addOption(new Option('--base-url <url>', 'address of the service (DOCWRIGHT_BASE_URL)'))
    .addOption(
      new Option('--api-key <key>', 'API key (safer: DOCWRIGHT_API_KEY, which other users of the machine can’t see)'),
    )
    .addOption(new Option('--data-dir <folder>', 'data folder (DOCWRIGHT_DATA_DIR); default: the nearest .docwright'))
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', () => `\nExit codes:\n${listExitCodes()}`);

  addServiceCommands(program, bind);
  addConnectionCommands(program, bind);
  addDoctorCommand(program, bind);
  addLinkCommand(program, bind);
  addOpenCommand(program, bind);
  addLogsCommand(program, bind);
  addBundleCommands(program, bind);
  addHostCommands(program, bind);
  addInitCommand(program, bind);
  addImportCommand(program, bind);
  addSiteCommands(program, bind);
  addMcpCommand(program, bind);
  addExportCommand(program, bind);
  addDeploymentCommands(program, bind);
  addOverviewCommand(program, bind);
  addUsageCommand(program, bind);
  addBudgetCommands(program, bind);
  addPullRequestCommands(program, bind);
  addLiveSiteCommands(program, bind);
  addDomainCommands(program, bind);
  addAgentJobCommands(program, bind);
  addExportsCommands(program, bind);
  addProjectCommands(program, bind);
  addAgentSettingsCommands(program, bind);
  addAssistantCommands(program, bind);
  addAnalyticsCommands(program, bind);
  addFeedbackCommands(program, bind);
  addSuggestionCommands(program, bind);
  addPageHealthCommand(program, bind);
  addSearchCheckCommands(program, bind);
  addModelCommands(program, bind);
  addRepositoryCommands(program, bind);
  addCodeHostCommands(program, bind);
  addCodeHostHookCommands(program, bind);
  addWebhookCommands(program, bind);
  addKeyCommands(program, bind);
  addPublicKeyCommands(program, bind);
  addOrganizationCommands(program, bind);
  addMemberCommands(program, bind);
  addSecretsCommands(program, bind);
  addAuditLogCommands(program, bind);
  addPruneCommand(program, bind);
  addAuditCommand(program, bind);
  addBackupCommands(program, bind);
  addCompletionCommand(program, bind);
  configure(program, context, isQuiet);
  return program;
}

/** Commander hands these down to commands that are made later, and ours are made already. */
function configure(command: Command, context: CliContext, isQuiet: boolean): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => context.stdout.write(text),
    writeErr: () => undefined,
    getOutHasColors: () => false,
    outputError: () => undefined,
  });
  if (!isQuiet) command.configureOutput({ writeErr: (text) => context.stderr.write(text) });
  command.commands.forEach((child) => configure(child, context, isQuiet));
}

function listExitCodes(): string {
  return Object.values(exitCodes)
    .map(({ code, meaning }) => `  ${String(code).padEnd(4)} ${meaning}`)
    .join('\n');
}
