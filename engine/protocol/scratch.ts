import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Scratch files are named `<job id>-<name>`, and a job id is a UUID; nothing else in the folder is touched. */
const scratchName = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-/

export const scratchPath = (scratchDir: string, jobId: string, name: string) => join(scratchDir, `${jobId}-${name}`)

async function removeWhere(scratchDir: string, matches: (name: string) => boolean): Promise<void> {
  const names = await readdir(scratchDir).catch(() => [])
  await Promise.all(names.filter(matches).map((name) => rm(join(scratchDir, name), { force: true })))
}

export const removeJobFiles = (scratchDir: string, jobId: string) => removeWhere(scratchDir, (name) => name.startsWith(`${jobId}-`))

/** Creates the folder and removes files of an earlier process. Two engines must not share a folder. */
export async function prepareScratchDir(scratchDir: string): Promise<void> {
  await mkdir(scratchDir, { recursive: true, mode: 0o700 })
  await removeWhere(scratchDir, (name) => scratchName.test(name))
}
