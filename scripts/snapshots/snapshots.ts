import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeCredentials } from './credentials.ts'
import { describeFigures } from './figures.ts'
import { describeImports } from './imports.ts'
import { describeMigrations } from './migrations.ts'
import { describeModules } from './modules.ts'

const root = join(import.meta.dirname, '../..')

export type Snapshot = {
  file: string
  /** Generates the file's text from the code; `present` is the current text. */
  generate(present: string): string
}

export const migrations: Snapshot = { file: 'docs/migrations.md', generate: describeMigrations }
const architecture: Snapshot = { file: 'docs/architecture.md', generate: describeModules }
const imports: Snapshot = { file: 'docs/imports.md', generate: describeImports }
const figures: Snapshot = { file: 'docs/figures.md', generate: describeFigures }
const credentials: Snapshot = { file: 'docs/credentials.md', generate: describeCredentials }

/** Documents that are generated from the code and reviewed as diffs. `authorization.ts` has another one, which loads the whole API. */
export const snapshots: readonly Snapshot[] = [migrations, architecture, imports, credentials, figures]

export const pathOf = ({ file }: Snapshot): string => join(root, file)

export function readPresent(snapshot: Snapshot): string {
  const path = pathOf(snapshot)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
