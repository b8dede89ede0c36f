import { open, rename, rm } from 'node:fs/promises'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** Replaces `remove` bytes at a position of the original file. Edits are in ascending order and do not overlap. */
type Edit = { at: number; remove: number; insert: Uint8Array }

export type EditOptions = {
  size: number
  edits: readonly Edit[]
  /** Whether the edited file is as it should be. */
  accept(path: string): Promise<boolean>
}

/**
 * Edits a file of any size in little memory. A file that only grows at its end is written in place, any other copied in a stream. If the
 * result is not accepted or anything fails, the file is as it was. Returns whether it was edited.
 */
export async function editFile(path: string, { size, edits, accept }: EditOptions): Promise<boolean> {
  const inPlace = edits.every(({ at, remove, insert }) => remove === insert.length || (at === size && remove === 0))
  return inPlace ? editInPlace(path, { size, edits, accept }) : editCopy(path, { size, edits, accept })
}

async function editInPlace(path: string, { size, edits, accept }: EditOptions): Promise<boolean> {
  await using file = await open(path, 'r+')
  const before: Edit[] = []
  for (const { at, remove } of edits) {
    const { buffer } = await file.read(Buffer.alloc(remove), 0, remove, at)
    before.push({ at, remove, insert: buffer })
  }
  const write = async (list: readonly Edit[]) => {
    for (const { at, insert } of list) await file.write(insert, 0, insert.length, at)
  }
  const undo = async () => {
    await write(before)
    await file.truncate(size)
  }
  try {
    // The end is written first: a full disk is noticed before anything is overwritten.
    await write(edits.toReversed())
    if (await accept(path)) return true
  } catch (error) {
    await undo()
    throw error
  }
  await undo()
  return false
}

async function editCopy(path: string, { size, edits, accept }: EditOptions): Promise<boolean> {
  const copy = `${path}-edited`
  try {
    await pipeline(edited(path, { size, edits }), createWriteStream(copy, { mode: 0o600 }))
    if (!(await accept(copy))) return false
    await rename(copy, path)
    return true
  } finally {
    await rm(copy, { force: true })
  }
}

async function* edited(path: string, { size, edits }: Pick<EditOptions, 'size' | 'edits'>): AsyncGenerator<Uint8Array> {
  let position = 0
  for (const { at, remove, insert } of [...edits, { at: size, remove: 0, insert: Buffer.alloc(0) }]) {
    // `end` is inclusive, so an empty range cannot be expressed.
    if (at > position) yield* createReadStream(path, { start: position, end: at - 1 })
    if (insert.length > 0) yield insert
    position = at + remove
  }
}
