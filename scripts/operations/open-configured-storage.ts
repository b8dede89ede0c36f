import { join, resolve } from 'node:path'
import type { Env } from '#app/server/env.ts'
import { openDiskStorage, type Storage } from '#app/server/storage/storage.ts'

/** Opens the storage of the configured installation. */
export const openConfiguredStorage = (env: Pick<Env, 'DATA_DIR'>): Promise<Storage> => openDiskStorage(join(resolve(env.DATA_DIR), 'files'))
