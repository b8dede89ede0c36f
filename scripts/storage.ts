import { resolve } from 'node:path'
import { checkFiles } from '#app/server/core/making/files/check-files.ts'
import { adoptStorage, proveStorage, StorageStartError } from '#app/server/core/making/files/prove-storage.ts'
import { DataDirError, DatabaseStartError, openDatabase } from '#app/server/db/database.ts'
import { EnvError } from '#app/server/variables/env-error.ts'
import { readInstallation } from '#app/server/installation.ts'
import { readMarker, writeMarker } from '#app/server/storage/marker.ts'
import { moveFiles } from '#app/server/storage/move-files.ts'
import { openPlaces } from '#app/server/storage/open-storage.ts'
import { withFallback } from '#app/server/storage/with-fallback.ts'

/** `npm run storage -- check [--deep] [--repair]`, `npm run storage -- move --to s3|folder` and `npm run storage -- adopt`. */

const usage =
  'Usage: npm run storage -- check [--deep] [--repair]\n       npm run storage -- move --to s3|folder\n       npm run storage -- adopt'

const env = readEnvOrExit()
const [command, ...options] = process.argv.slice(2)

function readEnvOrExit() {
  try {
    return readInstallation().env
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

/** Returns 0 if every row has its file and every file its row. */
async function check(): Promise<number> {
  const [deep, repair] = [options.includes('--deep'), options.includes('--repair')]
  const handle = await openDatabase({ ...(env.DATABASE_URL && { url: env.DATABASE_URL }), dataDir: resolve(env.DATA_DIR) })
  try {
    const places = await openPlaces(env)
    await proveStorage(handle.db, { ...places, alone: handle.kind === 'pglite' })
    const storage = places.fallback ? withFallback(places.store, places.fallback) : places.store
    const { rows, objects, missing, damaged, orphans, repaired } = await checkFiles(handle.db, { storage, deep, repair })
    for (const key of missing) console.log(`missing  ${key}`)
    for (const key of damaged) console.log(`damaged  ${key}`)
    for (const key of orphans) console.log(`orphan   ${key}`)
    console.log(`Rows: ${rows}. Files in ${storage.place}: ${objects}.`)
    console.log(`Missing: ${missing.length}. Damaged: ${damaged.length}. Without a row: ${orphans.length}. Repaired: ${repaired}.`)
    await storage.close?.()
    return missing.length + damaged.length + orphans.length - repaired > 0 ? 1 : 0
  } finally {
    await handle.close()
  }
}

/** Declares that the configured storage is that of the database. */
async function adopt(): Promise<number> {
  const handle = await openDatabase({ ...(env.DATABASE_URL && { url: env.DATABASE_URL }), dataDir: resolve(env.DATA_DIR) })
  try {
    const places = await openPlaces(env)
    await adoptStorage(handle.db, places)
    console.log(`The files of this database are in ${places.store.place}. Run "npm run storage -- check" to see whether they are complete.`)
    await places.store.close?.()
    return 0
  } finally {
    await handle.close()
  }
}

/** Copies files to the new place while the server, started with FILES_FALLBACK, continues to serve. Needs no database. */
async function move(): Promise<number> {
  const target = options[options.indexOf('--to') + 1]
  const { store, fallback } = await openPlaces(env)
  if (!fallback || store.kind !== target) {
    const old = target === 's3' ? 'folder' : 's3'
    console.error(
      `Set FILES_STORE=${target} and FILES_FALLBACK=${old}, restart every process with them, then run this again with the same settings.`,
    )
    return 2
  }
  const marker = await readMarker(store)
  if (!marker) {
    console.error(`No process has been started with FILES_FALLBACK=${fallback.kind} yet: restart every process first.`)
    return 2
  }
  let shownAt = performance.now()
  const report = await moveFiles({
    from: fallback,
    to: store,
    onProgress({ moved, alreadyThere }) {
      if (performance.now() - shownAt < 5_000) return
      shownAt = performance.now()
      console.log(`Copied: ${moved}. Already there: ${alreadyThere}.`)
    },
  })
  for (const key of report.failed) console.log(`failed   ${key}`)
  console.log(
    `Copied and verified: ${report.moved} (${report.bytes} bytes). Already there: ${report.alreadyThere}. Failed: ${report.failed.length}.`,
  )
  if (report.failed.length === 0) {
    await writeMarker(store, { ...marker, complete: true })
    console.log(
      `Done. Unset FILES_FALLBACK and restart. The old files are still in ${fallback.place}; delete them when you no longer need them.`,
    )
  }
  await store.close?.()
  await fallback.close?.()
  return report.failed.length > 0 ? 1 : 0
}

try {
  const target = options[options.indexOf('--to') + 1] ?? ''
  const commands: Record<string, (() => Promise<number>) | undefined> = { check, adopt, ...(['s3', 'folder'].includes(target) && { move }) }
  const run = commands[command ?? '']
  if (!run) console.error(usage)
  process.exitCode = run ? await run() : 2
} catch (error) {
  const isExpected = [DataDirError, DatabaseStartError, StorageStartError].some((kind) => error instanceof kind)
  console.error(error instanceof Error && isExpected ? error.message : error)
  process.exitCode = 2
}
