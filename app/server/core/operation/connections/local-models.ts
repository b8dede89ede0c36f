import { resolve } from 'node:path'
import type { Install, LocalModelInfo } from '#app/contract/operator/local-models.ts'
import type { Database } from '#app/server/db/database.ts'
import type { Env } from '#app/server/env.ts'
import { bytesOf, isPinned, localModels, type LocalModel } from '#app/server/providers/local/catalogue.ts'
import { InstallError } from '#app/server/providers/local/install-error.ts'
import { fitOf, readRoom, sourceOf } from '#app/server/providers/local/install-model.ts'
import { installedModels } from '#app/server/providers/local/model-folder.ts'
import type { Installer, InstallState } from '#app/server/providers/local/open-installer.ts'
import { isRuntimeInstalled, runtimeIds, runtimeOf } from '#app/server/providers/local/runtime.ts'
import { type Act, recordAct } from '../../rules/audit/record-act.ts'
import { Problem } from '../../problem.ts'

type Tools = { env: Env; installer: Installer }

/** Lists the models that can be installed on this machine, and other models in its folder, with the state of their installation. */
export async function listLocalModels({ env, installer }: Tools): Promise<{ items: LocalModelInfo[]; memory: number; disk: number }> {
  const dataDir = resolve(env.DATA_DIR)
  const [installed, states, room, runtimes] = await Promise.all([
    installedModels(dataDir),
    installer.states(),
    readRoom(env, dataDir),
    Promise.all(runtimeIds.map(async (id) => [id, await isRuntimeInstalled(dataDir, id)] as const)),
  ])
  const others = installed.filter(({ id }) => !localModels.some((model) => model.id === id))
  const ready = new Map(runtimes)
  const items = await Promise.all(
    [...localModels, ...others].map(async (model): Promise<LocalModelInfo> => {
      const { id, kind, name, licence, languages, memory, files } = model
      const [file] = files
      return {
        id,
        model: `local/${id}`,
        kind,
        task: model.kind === 'image_edit' ? model.task : null,
        name,
        license: licence,
        notice: runtimeOf(kind) === 'sound' ? 'espeak_ng' : null,
        languages: [...languages],
        checksums: files.every(({ source }) => source === '') ? null : isPinned(model) ? 'pinned' : 'publisher',
        source: file && file.source !== '' ? new URL(sourceOf(file, env)).host : null,
        bytes: bytesOf(model),
        memory,
        installed: ready.get(runtimeOf(kind)) === true && installed.some((one) => one.id === id),
        fits: await fitOf(model, { ...room, dataDir }),
        install: describe(states.get(id)),
      }
    }),
  )
  return { items, ...room }
}

function describe(state: InstallState | undefined): Install | null {
  if (!state) return null
  const { requestedAt, progress, working } = state
  const known = {
    step: progress?.step ?? null,
    bytes: progress?.bytes ?? 0,
    total: progress?.total ?? null,
    bytes_per_second: progress?.perSecond ?? null,
    failure: progress?.failure ?? null,
  }
  if (requestedAt !== null) return { ...known, state: working && progress ? 'running' : 'waiting' }
  if (known.failure) return { ...known, state: 'failed' }
  return working ? { ...known, state: 'canceling' } : null
}

async function find(id: string, dataDir: string): Promise<LocalModel> {
  const model = [...localModels, ...(await installedModels(dataDir))].find((one) => one.id === id)
  if (!model) throw new Problem('not_found')
  return model
}

/** Requests the installation of a model. Throws `not_enough_memory` and `not_enough_disk`. */
export async function installLocalModel(db: Database, { env, installer }: Tools, { id, ...act }: Act & { id: string }): Promise<void> {
  const model = await find(id, resolve(env.DATA_DIR))
  try {
    await installer.start(model)
  } catch (error) {
    if (error instanceof InstallError && error.reason === 'not_enough_memory') throw new Problem('not_enough_memory')
    if (error instanceof InstallError && error.reason === 'disk_full') throw new Problem('not_enough_disk')
    throw error
  }
  await db.transaction((tx) => recordAct(tx, { ...act, action: 'local_model_installed', personId: null, after: { subject: id } }))
}

/** Stops the installation of a model and removes the part that was downloaded. */
export async function cancelLocalModel({ env, installer }: Tools, id: string): Promise<void> {
  await installer.cancel(await find(id, resolve(env.DATA_DIR)))
}

/** Removes the files of a model. Throws `being_installed`. */
export async function removeLocalModel(db: Database, { env, installer }: Tools, { id, ...act }: Act & { id: string }): Promise<void> {
  if (!(await installer.remove(await find(id, resolve(env.DATA_DIR))))) throw new Problem('being_installed')
  await db.transaction((tx) => recordAct(tx, { ...act, action: 'local_model_removed', personId: null, before: { subject: id } }))
}
