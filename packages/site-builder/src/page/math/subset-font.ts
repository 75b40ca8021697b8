import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The functions of HarfBuzz's subsetter, over addresses in its memory. */
interface SubsetLibrary {
  readonly memory: { readonly buffer: ArrayBuffer };
  _initialize(): void;
  malloc(bytes: number): number;
  free(address: number): void;
  hb_blob_create(data: number, length: number, mode: number, user: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_set_clear(set: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_unicode_set(input: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

/** Exists in Node but not in its types. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

/** `hb_subset_flags_t`: hinting instructions are half of a small font. */
const noHinting = 1;
/** `hb_subset_sets_t` */
const nameIds = 4;

/** Reduces fonts to a few characters, with HarfBuzz compiled to WebAssembly. */
export class FontSubsetter {
  readonly #library: SubsetLibrary;

  constructor() {
    const file = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm');
    const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), {});
    this.#library = instance.exports as SubsetLibrary;
    this.#library._initialize();
  }

  /** An SFNT font with only these characters, or `undefined` for invalid fonts. */
  subset(font: Uint8Array, characters: Iterable<string>): Uint8Array | undefined {
    const library = this.#library;
    const address = library.malloc(font.byteLength);
    new Uint8Array(library.memory.buffer).set(font, address);
    const blob = library.hb_blob_create(address, font.byteLength, 2, 0, 0);
    const face = library.hb_face_create(blob, 0);
    const input = library.hb_subset_input_create_or_fail();
    try {
      library.hb_subset_input_set_flags(input, noHinting);
      library.hb_set_clear(library.hb_subset_input_set(input, nameIds));
      const wanted = library.hb_subset_input_unicode_set(input);
      for (const character of characters) library.hb_set_add(wanted, character.codePointAt(0) ?? 0);
      return this.#read(library.hb_subset_or_fail(face, input));
    } finally {
      library.hb_subset_input_destroy(input);
      library.hb_face_destroy(face);
      library.hb_blob_destroy(blob);
      library.free(address);
    }
  }

  #read(face: number): Uint8Array | undefined {
    if (face === 0) return undefined;
    const library = this.#library;
    const blob = library.hb_face_reference_blob(face);
    const start = library.hb_blob_get_data(blob, 0);
    const bytes = new Uint8Array(library.memory.buffer.slice(start, start + library.hb_blob_get_length(blob)));
    library.hb_blob_destroy(blob);
    library.hb_face_destroy(face);
    return bytes.byteLength === 0 ? undefined : bytes;
  }
}
