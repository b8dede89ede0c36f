import { startOfText } from '#app/contract/base/start-of-text.ts'
import type { Kind } from '#app/contract/base/values.ts'
import type { Locale } from '#config'
import { type ServerText, translate } from '#app/server/i18n.ts'

const names = {
  transcript: /*i18n*/ { id: 'run.transcript', message: 'Transcript' },
  joined: /*i18n*/ { id: 'run.joined', message: 'Joined videos' },
  spoken: /*i18n*/ { id: 'run.spoken', message: 'Video with speech' },
} satisfies Record<string, ServerText>

type Named = { title: string | null; prompt: string; text: string | null; type: Kind; model: string }

/** Characters of a title made from a text. */
const longest = 80

/** Returns the person's title. A work without a prompt is otherwise named by its first words. */
export function titleOf({ title, prompt, text, type, model }: Named, locale: Locale): string | null {
  if (title !== null || prompt !== '') return title
  if (type === 'video') return translate(locale, model === 'sketch-join' ? names.joined : names.spoken)
  return excerptOf(text ?? '') || translate(locale, names.transcript)
}

/** Cuts a text at a word. */
function excerptOf(text: string): string {
  const words = startOfText(text, 4 * longest)
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (words.length <= longest) return words
  const cut = startOfText(words, longest)
  return `${startOfText(cut, Math.max(cut.lastIndexOf(' '), longest / 2)).trimEnd()}…`
}
