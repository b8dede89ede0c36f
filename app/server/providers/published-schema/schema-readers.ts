import type { Kind } from '#app/contract/base/values.ts'
import type { PublishedSchema } from './published-schema.ts'

/** Reads the schema of a model. `type` and `address` count for servers of one's own. Rejects with a `SchemaError`. */
export type ReadSchema = (asked: { model: string; type: Kind | undefined; address: string | undefined }) => Promise<PublishedSchema>

/** Returns the reader of a service; undefined if the service publishes no schemas. */
export function serviceSchemas(service: string, access: { apiKey: string; baseUrl: string | undefined }): ReadSchema | undefined {
  if (service !== 'fal' && service !== 'replicate') return undefined
  return async ({ model }) => {
    const { readFalSchema, readReplicateSchema } = await import('./fetch-schema.ts')
    return service === 'fal' ? readFalSchema({ ...access, model }) : readReplicateSchema({ ...access, model })
  }
}

/** Where servers made with FastAPI have their document. */
const usualAddress = '/openapi.json'

export function serverSchemas(server: { url: string; key: string | null }): ReadSchema {
  return async ({ address, ...asked }) => {
    const { readServerSchema } = await import('./fetch-schema.ts')
    return readServerSchema({ ...server, ...asked, address: address || usualAddress })
  }
}
