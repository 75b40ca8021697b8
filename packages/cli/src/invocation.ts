import { createClient, type Client } from '@docwright/sdk';
import type { Command } from 'commander';
import { explainBadKey } from './connection/explain-bad-key.ts';
import { resolveConnection, type ConnectionOptions, type ResolvedConnection } from './connection/resolve-connection.ts';
import type { CliContext } from './context.ts';
import type { ExitName } from './exit-codes.ts';
import { createProgress, type Progress } from './output/progress.ts';
import { createStyle, type Style } from './output/style.ts';

export interface GlobalOptions extends ConnectionOptions {
  readonly json?: boolean;
}

/** An invocation of a command: its arguments, and the services that it can use. */
export interface Invocation<Options> {
  readonly context: CliContext;
  readonly options: Options & GlobalOptions;
  /** The positional argument at an index; `''` for an omitted optional one. */
  readonly argument: (index: number) => string;
  /**
   * Creates a client of a service, by default the service that options, environment or data folder specify. Throws if
   * none of them specifies a service.
   */
  readonly client: (connection?: ResolvedConnection) => Client;
  /** Styles text output on stdout. */
  readonly style: Style;
  readonly progress: Progress;
}

/** The output of a command, for programs and for people. */
export interface CommandResult {
  /** `undefined` for a command that has already written its output. */
  readonly json: object | undefined;
  readonly text: string;
  /** Default: `ok`. */
  readonly exit?: ExitName;
}

export type Action<Options> = (invocation: Invocation<Options>) => Promise<CommandResult> | CommandResult;
export type Report = (result: CommandResult, options: GlobalOptions) => void;

/** Turns an action into a function that commander can call. */
export type Bind = <Options = unknown>(action: Action<Options>) => (...parameters: unknown[]) => Promise<void>;

export function createBind(context: CliContext, report: Report): Bind {
  return <Options>(action: Action<Options>) =>
    async (...parameters) => {
      const command = parameters.at(-1) as Command;
      const options = command.optsWithGlobals<Options & GlobalOptions>();
      const progress = createProgress(context, options.json === true);
      let sent: ResolvedConnection | undefined;
      const onConnect = (connection: ResolvedConnection): void => void (sent = connection);
      try {
        report(await action(toInvocation(context, { command, options, progress, onConnect })), options);
      } catch (error) {
        throw sent === undefined ? error : explainBadKey(error, sent, { env: context.env, options });
      } finally {
        progress.end();
      }
    };
}

function toInvocation<Options>(
  context: CliContext,
  parsed: {
    command: Command;
    options: Options & GlobalOptions;
    progress: Progress;
    /** Called with the service and the key of each client. */
    onConnect: (connection: ResolvedConnection) => void;
  },
): Invocation<Options> {
  const { command, options, progress, onConnect } = parsed;
  return {
    context,
    options,
    progress,
    style: createStyle(context, context.isTerminal.stdout),
    argument: (index) => (command.processedArgs as (string | undefined)[])[index] ?? '',
    client: (connection = resolveConnection(context, options)) => {
      onConnect(connection);
      const { baseUrl, apiKey } = connection;
      const headers = { 'user-agent': `docwright-cli/${context.version}` };
      return createClient({ baseUrl, apiKey, headers });
    },
  };
}
