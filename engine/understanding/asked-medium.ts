import { asksForMusic } from './other-medium.ts'

/** The medium for which a prompt for a text asks, and the words to make it from. */
export type AskedMedium = { model: 'sketch-image' | 'sketch-video' | 'sketch-music' | 'sketch-speech'; words: string }

/** Characters. A longer prompt is a text, whatever it begins with. */
const longestRequest = 300

const polite = '(?:(?:please|can you|could you|would you|hey|hi|i want you to|пожалуйста|можешь|можете|а|ну|привет|давай)[\\s,.!]+){0,3}'
const make =
  '(?:make|create|generate|show|give|get|сделай(?:те)?|создай(?:те)?|сгенерируй(?:те)?|покажи(?:те)?|дай(?:те)?|сними(?:те)?|shoot|film)'
const toWhom = '(?: me| us| мне| нам)?'
const picture = '(?:picture|image|photo|drawing|painting|illustration|sketch|картинку|изображение|рисунок|фото|иллюстрацию)'
const video = '(?:video|film|clip|movie|animation|видео|фильм|ролик|клип|мультик|анимацию)'
const link = '(?: (?:of|with|showing|about|про|о|об|с|со|где|на котор(?:ом|ой)))?[:,]?'

const requests = (['sketch-image', 'sketch-video', 'sketch-speech'] as const).map((model) => {
  const openings = {
    'sketch-image': [
      `(?:draw|paint|sketch|illustrate|нарисуй(?:те)?|нарисовать|изобрази(?:те)?)${toWhom}(?: (?:an? )?${picture}${link})?`,
      `${make}${toWhom}(?: an?)?(?: \\p{L}+)? ${picture}${link}`,
    ],
    'sketch-video': [`${make}${toWhom}(?: an?)?(?: \\p{L}+)? ${video}${link}`],
    'sketch-speech': [
      `(?:read (?:this )?aloud|read out(?: loud)?|voice(?: this)?|озвучь(?:те)?|озвучить|прочитай(?:те)? вслух|прочти(?:те)? вслух)[:,]?`,
    ],
  }[model]
  return { model, opening: new RegExp(`^${polite}(?:${openings.join('|')})\\s+(?<words>\\S.*)$`, 'isu') }
})
const music = new RegExp(`^${polite}(?:compose|play|sing|сочини(?:те)?|сыграй(?:те)?|спой(?:те)?)(?![\\p{L}])`, 'iu')

/** The words without the signs that end a sentence. */
function withoutEnd(words: string): string {
  let end = words.length
  while (end > 0 && '.!?… '.includes(words.charAt(end - 1))) end -= 1
  return words.slice(0, end)
}

/** Reads a request such as “draw a cat”; null for any other prompt. */
export function askedMedium(prompt: string): AskedMedium | null {
  const text = prompt.normalize('NFC').trim().replace(/\s+/gu, ' ')
  if (text.length > longestRequest || /[.!?…]\s+\p{L}/u.test(text.replace(/^[^.!?…]{0,20}[.!]\s+/u, ''))) return null
  for (const { model, opening } of requests) {
    const words = withoutEnd(opening.exec(text)?.groups?.words ?? '')
    if (words !== '') return { model, words }
  }
  return music.test(text) && asksForMusic(text) ? { model: 'sketch-music', words: text } : null
}
