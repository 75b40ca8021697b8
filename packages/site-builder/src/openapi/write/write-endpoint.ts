/** The bar at the top of an API page: method, address, and the button that opens the playground. */
import type { Html } from '../../markup/html.ts';
import { escapeScriptJson, escapeText } from '../../markup/escape-html.ts';
import type { ChannelData, PlaygroundData } from '../client/playground-data.ts';
import { writeMethod } from './write-operation.ts';

export interface EndpointParts {
  readonly method: string;
  readonly path: string;
  /** Shown before the path; `''` to show only the path. */
  readonly server: string;
  /** The button's label. */
  readonly tryIt: string;
  /** `undefined` without a playground. */
  readonly playground: PlaygroundData | ChannelData | undefined;
}

export function writeEndpoint({ method, path, server, tryIt, playground }: EndpointParts): Html {
  const address = escapeText(path).replaceAll(
    /\{[^}]*\}/g,
    (parameter) => `<span class="api-parameter">${parameter}</span>`,
  );
  const prefix = server === '' ? '' : `<span class="api-server">${escapeText(server.replace(/\/$/, ''))}</span>`;
  const bar = `${writeMethod(method)}<code class="api-path">${prefix}${address}</code>`;
  if (playground === undefined) return `<div class="api-endpoint">${bar}</div>`;
  return (
    `<dw-playground><div class="api-endpoint">${bar}<button type="button" class="api-try tryit-button" aria-expanded="false">${escapeText(tryIt)}</button></div>` +
    `<script type="application/json" class="api-data">${escapeScriptJson(playground)}</script></dw-playground>`
  );
}
