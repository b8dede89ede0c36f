import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '#app/server/api/api.ts'
import { describeForPrograms } from '#app/server/api/openapi.ts'
import { generateTypes } from '../../packages/client/generate-types.ts'

const file = 'packages/client/src/api.ts'
const path = join(import.meta.dirname, '../..', file)

/** The types of the client, which are generated from the API's document. They load a second compiler, so they are no `Snapshot`. */
export const clientTypes = {
  file,
  async generate(): Promise<string> {
    const types = await generateTypes(describeForPrograms(endpoints.map(({ call }) => call)))
    return `// Generated from the document of the API by \`npm run snapshots\`.\n${types}`
  },
  read: (): string => readFileSync(path, 'utf8'),
  write: (text: string) => writeFileSync(path, text),
}
