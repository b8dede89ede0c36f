import { createIsomorphicFn } from '@tanstack/react-start'
import catalogueChunks from 'virtual:catalogue-chunks'

/** Returns the chunk with a part of a language's messages (`en/studio`), for preloading; undefined in development. */
export const readCatalogueChunk = createIsomorphicFn()
  .server((name: string): string | undefined => catalogueChunks[name])
  .client((name: string): string | undefined => document.querySelector(`link[data-catalogue="${name}"]`)?.getAttribute('href') ?? undefined)
