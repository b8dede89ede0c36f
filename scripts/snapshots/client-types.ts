import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '#app/contract/base/call.ts'
import { endpoints } from '#app/server/api/api.ts'
import { describeApi } from '#app/server/api/openapi.ts'
import { generateTypes } from '../../packages/client/generate-types.ts'

const file = 'packages/client/src/api.ts'
const path = join(import.meta.dirname, '../..', file)

/** Calls without a key that programs make. */
const publicCalls = new Set(['/v1/models'])

/** Whether a program can make the call with a key that is not an operator's. */
const isOfPrograms = ({ auth, path }: Call) => auth.startsWith('key:') || publicCalls.has(path)

/** The types of the client, which are generated from the API's document. They load a second compiler, so they are no `Snapshot`. */
export const clientTypes = {
  file,
  async generate(): Promise<string> {
    const types = await generateTypes(describeApi(endpoints.map(({ call }) => call).filter(isOfPrograms)))
    return `// Generated from the document of the API by \`npm run snapshots\`.\n${types}`
  },
  read: (): string => readFileSync(path, 'utf8'),
  write: (text: string) => writeFileSync(path, text),
}
