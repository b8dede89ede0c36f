/** Earlier prompts, the latest first, and where in them a person is; -1 is what they were typing themselves. */
export type HistoryPlace = { place: number; typed: string }

export const atTyped: HistoryPlace = { place: -1, typed: '' }

export type HistoryStep = HistoryPlace & { prompt: string }

/** One step further back. Undefined at the end. What is in the field when one sets out is kept to come back to. */
export function olderPrompt(prompts: readonly string[], at: HistoryPlace, prompt: string): HistoryStep | undefined {
  const typed = at.place === -1 ? prompt : at.typed
  // The prompt in the field is mostly the one that was sent last: a step that changes nothing would look broken.
  const place = prompts.findIndex((one, index) => index > at.place && one !== prompt)
  const older = prompts[place]
  return older === undefined ? undefined : { place, typed, prompt: older }
}

/** One step forward, in the end to what was typed. Undefined there. */
export function newerPrompt(prompts: readonly string[], at: HistoryPlace, prompt: string): HistoryStep | undefined {
  if (at.place === -1) return undefined
  const place = prompts.findLastIndex((one, index) => index < at.place && one !== prompt)
  const newer = prompts[place]
  return newer === undefined ? { place: -1, typed: at.typed, prompt: at.typed } : { place, typed: at.typed, prompt: newer }
}

/** Each prompt once, where it was used last. */
export const distinctPrompts = (prompts: readonly string[]): string[] => [
  ...new Set(prompts.map((prompt) => prompt.trim()).filter(Boolean)),
]
