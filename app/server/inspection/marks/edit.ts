/** Replaces `remove` bytes at a position of the original file. Edits are in ascending order and do not overlap. */
export type Edit = { at: number; remove: number; insert: Buffer }
