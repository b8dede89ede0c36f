import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Tasks } from '../tasks.ts'
import { countPages } from './count-pages.ts'

export const countPagesOf = async ({ path }: Tasks['countPages']): Promise<number> => countPages(await readFile(path))

export async function isText({ path }: Tasks['isText']): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path)) if (decoder.decode(chunk, { stream: true }).includes('\0')) return false
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
