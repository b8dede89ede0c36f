import { readFile } from 'node:fs/promises'
import type { Tasks } from '../tasks.ts'
import { countPages } from './count-pages.ts'

export const countPagesOf = async ({ path }: Tasks['countPages']): Promise<number> => countPages(await readFile(path))
