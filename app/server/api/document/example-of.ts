import type { Json, Schemas } from './schemas.ts'
import { exampleValues } from './examples.ts'

/** Makes an example of what a schema accepts: its required parts, with values that their names suggest. */
export function exampleOf(schema: Json | boolean, schemas: Schemas, name = ''): unknown {
  if (typeof schema === 'boolean') return null
  if (schema.$ref !== undefined) return exampleOf(schemas.components()[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas, name)
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice !== undefined) return exampleOf(choice, schemas, name)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const meant = exampleValues[name]
  if (meant !== undefined && typeof meant === (schema.type === 'integer' ? 'number' : schema.type)) return meant
  switch (schema.type) {
    case 'object': {
      const entries = Object.entries(schema.properties ?? {}).filter(([key]) => schema.required?.includes(key))
      return Object.fromEntries(entries.map(([key, part]) => [key, exampleOf(part, schemas, key)]))
    }
    case 'array':
      return Array.from({ length: schema.minItems ?? 1 }, () => exampleOf([schema.items ?? true].flat()[0] ?? true, schemas, name))
    case 'string':
      return textFor(schema)
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    default:
      return null
  }
}

function textFor({ format, pattern, minLength }: Json): string {
  if (format === 'uuid') return '0198e5b4-7c1a-7d6e-9a53-1f2c8b6a4e10'
  if (format === 'date') return '2026-11-29'
  if (format === 'date-time') return '2026-11-29T12:00:00Z'
  return pattern?.startsWith('^\\d') ? '7' : 'text'.padEnd(minLength ?? 0, 't')
}
