import { Command, Option } from 'commander';
import { explainUsageError } from './explain-usage-error.ts';
import { parseUrl } from './parse-option.ts';
import { addAccessCommands } from './commands/publishing/access.ts';
import { addAccessCheckCommand } from './commands/readers/access-check.ts';
import { addAgentJobCommands } from './commands/agent/agent-jobs.ts';
import { addAgentSettingsCommands } from './commands/agent/agent-settings.ts';
import { addAssistantCommands } from './commands/readers/assistant.ts';
import { addAuditLogCommands } from './commands/operations/audit-log.ts';
import { addAuditCommand } from './commands/operations/audit.ts';
import { addBackupCommands } from './commands/operations/backup.ts';
import { addAutomationCommands } from './commands/agent/automations.ts';
import { addBudgetCommands } from './commands/agent/budgets.ts';
import { addBundleCommands } from './commands/publishing/bundle.ts';
import { addCodeHostCommands } from './commands/projects/code-hosts.ts';
import { addCodeHostHookCommands } from './commands/projects/code-host-hooks.ts';
import { addCompletionCommand } from './commands/completion.ts';
import { addConnectionCommands } from './commands/connection.ts';
import { addDeploymentCommands } from './commands/publishing/deployments.ts';
import { addDoctorCommand } from './commands/operations/doctor.ts';
import { addDraftCommands } from './commands/publishing/drafts.ts';
import { addDomainCommands } from './commands/publishing/domains.ts';
import { addAirgapCommands } from './commands/operations/airgap.ts';
import { addLiveSiteCommands } from './commands/publishing/live-site.ts';
import { addExportCommand } from './commands/publishing/export.ts';
import { addExportsCommands } from './commands/publishing/exports.ts';
import { addAnalyticsCommands } from './commands/readers/analytics.ts';
import { addFeedbackCommands } from './commands/readers/feedback.ts';
import { addHostCommands } from './commands/operations/host.ts';
import { addImportCommand } from './commands/folder/import.ts';
import { addInitCommand } from './commands/folder/init.ts';
import { addKeyCommands } from './commands/operations/keys.ts';
import { addLinkCommand } from './commands/projects/link.ts';
import { addLogsCommand } from './commands/operations/logs.ts';
import { addMcpCommand } from './commands/folder/mcp.ts';
import { addPublicKeyCommands } from './commands/projects/public-keys.ts';
import { addMemberCommands } from './commands/operations/members.ts';
import { addModelCommands } from './commands/agent/models.ts';
import { addOpenCommand } from './commands/projects/open.ts';
import { addOrganizationCommands } from './commands/operations/organization.ts';
import { addPageHealthCommand } from './commands/readers/page-health.ts';
import { addProjectCommands } from './commands/projects/projects.ts';
import { addOverviewCommand } from './commands/operations/overview.ts';
import { addPullRequestCommands } from './commands/publishing/pull-requests.ts';
import { addRepositoryCommands } from './commands/projects/repositories.ts';
import { addPruneCommand } from './commands/operations/prune.ts';
import { addSecretsCommands } from './commands/operations/secrets.ts';
import { addServiceCommands } from './commands/operations/services.ts';
import { addSiteCommands } from './commands/folder/site.ts';
import { addSearchCheckCommands } from './commands/publishing/search-checks.ts';
import { addSuggestionCommands } from './commands/readers/suggestions.ts';
import { addUsageCommand } from './commands/operations/usage.ts';
import { addWebhookCommands } from './commands/projects/webhooks.ts';
import type { CliContext } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { createBind, type Bind, type Report } from './invocation.ts';

/**
 * Creates all commands. The manual's page and the shell completions are generated from this tree and its descriptions.
 *
 * @param isQuiet whether the caller reports usage errors itself, as JSON
 */
export function createProgram(context: CliContext, report: Report, isQuiet = false): Command {
  const bind = createBind(context, report);
  const program = new Command('docwright')
    .description('Docwright: publish documentation sites, and let an agent edit them with pull requests.')
    .version(context.commit === undefined ? context.version : `${context.version} (commit ${context.commit})`)
    .addOption(new Option('--json', 'print only one JSON object to stdout'))
    .addOption(new Option('--base-url <url>', 'address of the service (DOCWRIGHT_BASE_URL)'))
    .addOption(
      new Option('--api-key <key>', 'API key (safer: DOCWRIGHT_API_KEY, which other users of the machine can’t see)'),
    )
    .addOption(new Option('--data-dir <folder>', 'data folder (DOCWRIGHT_DATA_DIR); default: the nearest .docwright'))
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', () => `\nExit codes:\n${listExitCodes()}`);

  addAllCommands(program, bind);
  checkAddresses(program);
  configure(program, context, isQuiet);
  return program;
}

/** Adds the commands in the order of the help, grouped by heading. */
function addAllCommands(program: Command, bind: Bind): void {
  program.commandsGroup('Start and connect:');
  addServiceCommands(program, bind);
  addConnectionCommands(program, bind);
  addDoctorCommand(program, bind);
  addLinkCommand(program, bind);
  addOpenCommand(program, bind);
  addLogsCommand(program, bind);
  program.commandsGroup('Folders on this machine:');
  addInitCommand(program, bind);
  addImportCommand(program, bind);
  addSiteCommands(program, bind);
  addMcpCommand(program, bind);
  program.commandsGroup('Projects:');
  addProjectCommands(program, bind);
  addRepositoryCommands(program, bind);
  addCodeHostCommands(program, bind);
  addCodeHostHookCommands(program, bind);
  addWebhookCommands(program, bind);
  addPublicKeyCommands(program, bind);
  program.commandsGroup('Agent:');
  addAgentJobCommands(program, bind);
  addAgentSettingsCommands(program, bind);
  addModelCommands(program, bind);
  addBudgetCommands(program, bind);
  program.commandsGroup('Live sites and exports:');
  addDraftCommands(program, bind);
  addDeploymentCommands(program, bind);
  addLiveSiteCommands(program, bind);
  addDomainCommands(program, bind);
  addPullRequestCommands(program, bind);
  addSearchCheckCommands(program, bind);
  addExportCommand(program, bind);
  addExportsCommands(program, bind);
  addBundleCommands(program, bind);
  addHostCommands(program, bind);
  program.commandsGroup('Readers:');
  addAccessCommands(program, bind);
  addAccessCheckCommand(program, bind);
  addAssistantCommands(program, bind);
  addAnalyticsCommands(program, bind);
  addFeedbackCommands(program, bind);
  addAutomationCommands(program, bind);
  addSuggestionCommands(program, bind);
  addPageHealthCommand(program, bind);
  program.commandsGroup('Organization and installation:');
  addOverviewCommand(program, bind);
  addUsageCommand(program, bind);
  addKeyCommands(program, bind);
  addOrganizationCommands(program, bind);
  addMemberCommands(program, bind);
  addAuditLogCommands(program, bind);
  addSecretsCommands(program, bind);
  addPruneCommand(program, bind);
  addAuditCommand(program, bind);
  addBackupCommands(program, bind);
  addAirgapCommands(program, bind);
  addCompletionCommand(program, bind);
}

/** Addresses with their own checks: `--base-url` has its own error, and `--repository` also accepts `git@host:path`. */
const uncheckedAddresses: ReadonlySet<string> = new Set(['baseUrl', 'repository']);

/** Checks every option and argument named `url` before any request to the service. */
function checkAddresses(command: Command): void {
  for (const option of command.options)
    if (option.flags.endsWith('<url>') && !uncheckedAddresses.has(option.attributeName())) option.argParser(parseUrl);
  for (const argument of command.registeredArguments)
    if (argument.required && argument.name() === 'url') argument.argParser(parseUrl);
  command.commands.forEach(checkAddresses);
}

/**
 * Configures all commands. Commander passes these settings only to commands that are created later, but ours already
 * exist.
 */
function configure(command: Command, context: CliContext, isQuiet: boolean): void {
  command.exitOverride((error) => {
    throw explainUsageError(error, command, !isQuiet);
  });
  command.configureOutput({
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
