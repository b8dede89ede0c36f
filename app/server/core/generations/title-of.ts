import type { Locale } from '#config'
import { type ServerText, translate } from '../../i18n.ts'

const nameOfTranscript: ServerText = /*i18n*/ { id: 'run.transcript', message: 'Transcript' }

type Named = { title: string | null; prompt: string; text: string | null }

/** Characters of a title made from a text. */
const longest = 80

/** Returns the person's title. A work without a prompt is otherwise named by its first words. */
export function titleOf({ title, prompt, text }: Named, locale: Locale): string | null {
  if (title !== null || prompt !== '') return title
  return excerptOf(text ?? '') || translate(locale, nameOfTranscript)
}

/** Cuts a text at a word. */
function excerptOf(text: string): string {
  const words = text
    .slice(0, 4 * longest)
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (words.length <= longest) return words
  const cut = words.slice(0, longest)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longest / 2)).trimEnd()}…`
}
