interface ImportMetaEnv {
  /** The same for the same sources. */
  readonly BUILD_ID: string
}

declare module 'virtual:catalogue-chunks' {
  /** Locale → address of the chunk with its words; empty in development. */
  const chunks: Record<string, string>
  export default chunks
}
