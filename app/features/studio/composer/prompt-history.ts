/** Earlier prompts, latest first, and the position in them; -1 is the person's own text. */
export type HistoryPlace = { place: number; typed: string }

export const atTyped: HistoryPlace = { place: -1, typed: '' }

export type HistoryStep = HistoryPlace & { prompt: string }

/** Takes one step back; undefined at the end. The text in the field is kept to return to. */
export function olderPrompt(prompts: readonly string[], at: HistoryPlace, prompt: string): HistoryStep | undefined {
  const typed = at.place === -1 ? prompt : at.typed
  // The prompt in the field is usually the last sent one, and a step without a change would look broken.
  const place = prompts.findIndex((one, index) => index > at.place && one !== prompt)
  const older = prompts[place]
  return older === undefined ? undefined : { place, typed, prompt: older }
}

/** Takes one step forward, up to the kept text; undefined there. */
export function newerPrompt(prompts: readonly string[], at: HistoryPlace, prompt: string): HistoryStep | undefined {
  if (at.place === -1) return undefined
  const place = prompts.findLastIndex((one, index) => index < at.place && one !== prompt)
  const newer = prompts[place]
  return newer === undefined ? { place: -1, typed: at.typed, prompt: at.typed } : { place, typed: at.typed, prompt: newer }
}

/** Returns each prompt once, at its latest use. */
export const distinctPrompts = (prompts: readonly string[]): string[] => [
  ...new Set(prompts.map((prompt) => prompt.trim()).filter(Boolean)),
]
