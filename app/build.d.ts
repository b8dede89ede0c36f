interface Window {
  /** Set by the inline script of the document, before anything else runs. */
  readonly chunkGuard: import('./shell/boot/chunk-guard-script.ts').ChunkGuard
}

interface ImportMetaEnv {
  /** The same for the same sources. */
  readonly BUILD_ID: string
}

declare module 'virtual:messages' {
  import type { Messages } from '@lingui/core'
  /** Locale → part → its messages: a part for each feature, and `shell`. */
  export const catalogues: Record<'en' | 'ru', Partial<Record<string, () => Promise<{ messages: Messages }>>>>
  /** Parts that a route needs besides `shell`, by the route's id. */
  export const partsOfRoutes: Partial<Record<string, string[]>>
}

declare module 'virtual:catalogue-chunks' {
  /** `locale/part` → address of the chunk with its messages; empty in development. */
  const chunks: Record<string, string>
  export default chunks
}

declare module 'virtual:plain-scripts' {
  /** Name of an entry of `app/plain` → its address. */
  const addresses: Record<string, string>
  export default addresses
}
