import { inputRoles, linkedPromptMaxLength, videoTasks } from '#app/contract/base/values.ts'
import { oneOf, position, searchParams, text, uuid } from '#app/contract/base/search-params.ts'

/**
 * `?model=` is the chosen model and stays in the URL. The others are removed once used: `?prompt=` fills the composer, `?input=` with
 * `&role=` adds a result as an input.
 */
export const studioSearch = searchParams({
  prompt: text(linkedPromptMaxLength),
  model: text(100),
  input: uuid,
  index: position,
  role: oneOf(...inputRoles),
  /** The models that do one thing, instead of those that make a new work. */
  task: oneOf('transcribe', ...videoTasks),
  /** The open conversation, and a turn of the displayed branch. */
  thread: uuid,
  turn: uuid,
})
export type StudioSearch = ReturnType<typeof studioSearch>

/** Whether the URL has parameters that are removed after use. */
export const isPrefill = ({ prompt, input }: StudioSearch): boolean => prompt !== undefined || input !== undefined

/** The studio's own part of an address, which a work may be open over. */
export const prefillOf = ({ prompt, model, input, index, role, task, thread, turn }: StudioSearch): StudioSearch => ({
  prompt,
  model,
  input,
  index,
  role,
  task,
  thread,
  turn,
})
