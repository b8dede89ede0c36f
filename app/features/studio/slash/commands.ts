import type { Making } from '#app/contract/studio/makings.ts'

/** The tools that a person calls by a name after a slash. */
export const commands = ['picture', 'video', 'say', 'music', 'find'] as const
export type Command = (typeof commands)[number]

/** The names of each: English first, then Russian. All of them work in both languages. */
const names: Record<Command, readonly [en: string, ru: string, ...more: string[]]> = {
  picture: ['picture', 'картинка', 'image', 'изображение'],
  video: ['video', 'видео'],
  say: ['say', 'озвучить'],
  music: ['music', 'музыка'],
  find: ['find', 'найти'],
}

export const makingOfCommand: Record<Exclude<Command, 'find'>, Making> = {
  picture: 'picture',
  video: 'video',
  say: 'speech',
  music: 'music',
}

export const commandOfMaking = { picture: 'picture', video: 'video', speech: 'say', music: 'music' } as const satisfies Record<
  Making,
  Command
>

export const nameOf = (command: Command, locale: string): string => names[command][locale === 'ru' ? 1 : 0]
export const namesOf = (command: Command): readonly string[] => names[command]

export type SlashPrompt = { command: Command; /** The prompt with the name, up to the words. */ head: string; words: string }

/** Reads “/picture a fox”; null for any other prompt, as that of a path or of a name that is none. */
export function slashIn(prompt: string): SlashPrompt | null {
  const [head, name] = /^\/([^\s/]+)(?:\s+|$)/u.exec(prompt) ?? []
  const command = name && commands.find((one) => names[one].includes(name.toLowerCase()))
  return head && command ? { command, head, words: prompt.slice(head.length) } : null
}

/** Returns the name that is being typed, in lower case; null once words follow it, and without a slash. */
export const nameIn = (prompt: string): string | null => /^\/([^\s/]*)$/u.exec(prompt)?.[1]?.toLowerCase() ?? null

/** Whether a name of a command is being typed, as far as it is. */
export const isNaming = (prompt: string): boolean => {
  const typed = nameIn(prompt)
  return typed !== null && commands.some((command) => names[command].some((name) => name.startsWith(typed)))
}

/** The name of a recipe after a slash. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join('-') ?? ''

/** Whether one of the names begins with what has been typed; the words of a recipe's name count as well. */
export const isMeant = (typed: string, all: readonly string[]): boolean =>
  all.some((name) => name.startsWith(typed) || name.split('-').some((word) => word.startsWith(typed)))
