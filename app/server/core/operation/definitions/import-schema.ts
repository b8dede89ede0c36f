import type { ImportedSchema } from '#app/contract/operator/model-definitions.ts'
import type { Kind } from '#app/contract/base/values.ts'
import { Problem } from '../../problem.ts'
import type { Connections } from '../connections/open-connections.ts'

type Asked = { service: string; model: string; type?: Kind | undefined; address?: string | undefined }

/** Reads the schema that a service publishes for a model into a document without a price. Saves nothing. Throws `invalid_input`. */
export async function importSchema(connections: Connections, { service, model, type, address }: Asked): Promise<ImportedSchema> {
  await connections.refresh()
  const readSchema = connections.connected().find(({ id }) => id === service)?.readSchema
  if (!readSchema) throw new Problem('invalid_input', { fields: { service: 'schema_not_offered' } })
  const [{ draftModel }, { SchemaError }] = await Promise.all([
    import('#app/server/providers/published-schema/draft-model.ts'),
    import('#app/server/providers/published-schema/fetch-schema.ts'),
  ])
  try {
    const { document, leftOut } = draftModel(await readSchema({ model, type, address }), { provider: service, type })
    return { document, left_out: leftOut }
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    const field = error.fault === 'schema_address' || error.fault === 'schema_unreachable' ? 'address' : 'model'
    throw new Problem('invalid_input', { fields: { [field]: error.fault }, cause: error })
  }
}
