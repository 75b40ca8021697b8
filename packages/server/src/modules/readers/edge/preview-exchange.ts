import { HttpExchange, type StreamedBody } from '@docwright/site-server';

/** A response from a preview: excluded from search engines, and not stored by caches if it is protected. */
export class PreviewExchange extends HttpExchange {
  isProtected = false;

  override send(status: number, headers: readonly string[], body: Buffer | undefined): void {
    super.send(status, this.#toPreviewHeaders(headers), body);
  }

  override async stream(status: number, headers: readonly string[], body: StreamedBody): Promise<void> {
    await super.stream(status, this.#toPreviewHeaders(headers), body);
  }

  #toPreviewHeaders(headers: readonly string[]): string[] {
    const made = [...headers, 'X-Robots-Tag', 'noindex'];
    if (!this.isProtected) return made;
    const at = made.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'cache-control');
    if (at >= 0) made[at + 1] = 'private, no-store';
    else made.push('Cache-Control', 'private, no-store');
    return made;
  }
}
