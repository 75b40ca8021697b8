import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';

/**
 * Creates a model that starts answers and never ends them. `aborted` has one promise per answer, which resolves when
 * the answer is aborted.
 */
export function stuckModel(): { readonly model: LanguageModelV4; readonly aborted: readonly Promise<void>[] } {
  const aborted: Promise<void>[] = [];
  const begun: readonly LanguageModelV4StreamPart[] = [
    { type: 'stream-start', warnings: [] },
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'See [Keys](/keys). And then' },
  ];
  const model: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'stuck-1',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('this model streams')),
    doStream: async ({ abortSignal }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      abortSignal?.addEventListener('abort', () => resolve());
      aborted.push(promise);
      return {
        stream: new ReadableStream({
          start: (controller) => {
            for (const part of begun) controller.enqueue(part);
          },
        }),
      };
    },
  };
  return { model, aborted };
}
