import { readFileSync } from 'node:fs';
import { createRulesModel, type AgentModel } from '../../packages/doc-agent/src/index.ts';
import { createHttpClient } from '../../packages/server/src/platform/http-client/index.ts';
import { createModel, type ModelSettings } from '../../packages/server/src/platform/models/index.ts';

/** The rules engine, or the model whose settings are in a file. Disposing of the result closes the model's connections. */
export function chooseModel(file: string | undefined): { readonly model: AgentModel } & AsyncDisposable {
  const http = createHttpClient({ allowPlainHttp: true, allowedPrivateHosts: ['localhost', '127.0.0.1'] });
  const model =
    file === undefined
      ? createRulesModel()
      : createModel(JSON.parse(readFileSync(file, 'utf8')) as ModelSettings | ModelSettings[], { http });
  return { model, [Symbol.asyncDispose]: () => http.close() };
}
