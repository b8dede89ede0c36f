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
  /** Locale → part → its messages: a part for each feature, and `shell`. */
  export const catalogues: Record<'en' | 'ru', Partial<Record<string, () => Promise<{ messages: Messages }>>>>
  /** Parts that a route needs in addition to `shell`, by the route's id. */
  export const partsOfRoutes: Partial<Record<string, string[]>>
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
