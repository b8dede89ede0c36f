import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'

/** Methods and kinds of parameters that a call does not have, which the generator writes out. */
const absences = /^\s+(?:get|put|post|delete|options|head|patch|trace|query|header|path|cookie|requestBody)\?: never;\n/gm

const isDocument = (value: unknown): value is OpenAPI3 => typeof value === 'object' && value !== null && 'openapi' in value

/** Writes the TypeScript types of an OpenAPI document. */
export async function generateTypes(document: unknown): Promise<string> {
  if (!isDocument(document)) throw new Error('This is no OpenAPI document.')
  // Without the option, a field of a request that has a default would be required.
  const types = astToString(await openapiTypescript(document, { defaultNonNullable: false, silent: true }))
  return types.replaceAll(absences, '')
}
