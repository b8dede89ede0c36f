import type { Place } from '#app/contract/recipes/recipes.ts'

type Marked = { from: number; to: number; /** Names of other places. */ names: readonly string[] }

/** Makes a place of marked words, which fill it in from then on. Null if nothing is marked, or braces are. */
export function placeFrom(text: string, { from, to, names }: Marked): { text: string; place: Place } | null {
  const words = text.slice(from, to).trim()
  if (words === '' || /[{}]/.test(words)) return null
  const line = words.replaceAll(/\s+/g, ' ')
  // Long words are a default, and no name.
  const cut = line.slice(0, 40)
  const start = line.length <= 40 ? line : `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 20)).trimEnd()}…`
  let name = start
  for (let number = 2; names.includes(name); number += 1) name = `${start} ${number}`
  const at = text.indexOf(words, from)
  const type = words.includes('\n') || words.length > 200 ? 'text' : 'line'
  return { text: `${text.slice(0, at)}{{${name}}}${text.slice(at + words.length)}`, place: { type, name, default: words } }
}
