interface Window {
  /** Set by the inline script of the document, before anything else runs. */
  readonly chunkGuard: import('./shell/boot/chunk-guard-script.ts').ChunkGuard
}

interface ImportMetaEnv {
  /** The id of the build, which is the same for the same sources. */
  readonly BUILD_ID: string
}

declare module 'virtual:messages' {
  import type { Messages } from '@lingui/core'
  /** Loads the messages of a part, by locale. */
  export type Catalogue = Record<'en' | 'ru', () => Promise<{ messages: Messages }>>
  export type Catalogues = Partial<Record<string, Catalogue>>
  /**
   * The parts by name, to which lazy modules add theirs. The server has `shared` and those of all pages, which are the same there; the
   * browser adds them with `loadPages`.
   */
  export const catalogues: Catalogues
  /** Loads the list of all pages' parts, `shared` included. */
  export const loadPages: () => Promise<Catalogues>
}

declare module 'virtual:catalogue-chunks' {
  /** Maps `locale/part` to the URL of the chunk with its messages; empty in development. */
  const chunks: Record<string, string>
  export default chunks
}

declare module 'virtual:plain-scripts' {
  /** Maps the name of an entry of `app/plain` to its URL. */
  const addresses: Record<string, string>
  export default addresses
}
