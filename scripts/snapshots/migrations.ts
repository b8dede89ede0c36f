import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../app/server/db/migrations')

type Contract = { hash: string; changes: string; olderCode: string }

const introduction = `# Migrations

Every migration of the database and its contract. A migration is frozen once it is on the main branch: databases that have run it never run it
again. Every process migrates at its start, so during a rolling deploy processes with older code work on the new schema.

\`npm run snapshots\` adds new migrations and refuses changed ones; **Changes** and **Older code** are written by hand. **Kind** is read from the SQL:
_expand_ only adds what older code ignores; _backfill_ also writes rows; _contract_ removes, renames or tightens something that older code may rely on.
`

/** Statements that may break older code, because they remove, rename or tighten something existing. */
const contracting = [
  /\bDROP\b/i,
  /\bRENAME\b/i,
  /\bSET (NOT NULL|DATA TYPE)\b/i,
  /\bALTER COLUMN\b/i,
  /\bADD COLUMN\b(?!.*\b(DEFAULT|GENERATED)\b).*\bNOT NULL\b/is,
  /\bADD CONSTRAINT\b(?!.*\bFOREIGN KEY\b)/is,
]
const writing = /^\s*(INSERT|UPDATE|DELETE)\b/i

function kindOf(sql: string): string {
  const statements = sql.split('--> statement-breakpoint')
  const isContract = statements.some((statement) => !writing.test(statement) && contracting.some((pattern) => pattern.test(statement)))
  const writes = statements.some((statement) => writing.test(statement))
  return `${isContract ? 'contract' : 'expand'}${writes ? ', backfill' : ''}`
}

const section = /^## (\S+)\n\n- SHA-256: `(\w+)`\n- Kind: .*\n- Changes:(.*)\n- Older code:(.*)$/gm

export function readContracts(document: string): Map<string, Contract> {
  return new Map(
    [...document.matchAll(section)].map(([, name = '', hash = '', changes = '', olderCode = '']) => [
      name,
      { hash, changes: changes.trim(), olderCode: olderCode.trim() },
    ]),
  )
}

export function readMigrations(): { name: string; sql: string }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.replace('.sql', ''), sql: readFileSync(join(folder, file), 'utf8') }))
}

/**
 * Returns the document for these migrations, with the prose of the present one. Throws if a migration that it lists has been changed or
 * removed.
 */
export function describeMigrations(present: string, migrations = readMigrations()): string {
  const contracts = readContracts(present)
  const sections = migrations.map(({ name, sql }) => {
    const hash = createHash('sha256').update(sql).digest('hex')
    const contract = contracts.get(name)
    if (contract && contract.hash !== hash)
      throw new Error(`The migration ${name} has changed. Landed migrations are frozen: add a new one.`)
    return [
      `## ${name}\n`,
      `- SHA-256: \`${hash}\``,
      `- Kind: ${kindOf(sql)}`,
      `- Changes: ${contract?.changes ?? ''}`.trimEnd(),
      `- Older code: ${contract?.olderCode ?? ''}`.trimEnd(),
    ].join('\n')
  })
  const gone = [...contracts.keys()].find((name) => !migrations.some((migration) => migration.name === name))
  if (gone) throw new Error(`The migration ${gone} is gone. Landed migrations are frozen.`)
  return `${[introduction, ...sections]
    .join('\n')
    .replaceAll(/\n## /g, '\n\n## ')
    .replaceAll(/\n{3,}/g, '\n\n')}\n`
}
