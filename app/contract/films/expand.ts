import type { Locale } from '#config'
import { startOfText } from '../base/start-of-text.ts'
import type { FilmDocument, Shot } from './film-document.ts'
import type { FilmWish } from './film-values.ts'

type Names<Name extends string> = Record<Locale, Record<Name, string>>

const framings: Names<Shot['framing']> = {
  en: { wide: 'Wide shot', full: 'Full shot', medium: 'Medium shot', close: 'Close-up', detail: 'Extreme close-up of a detail' },
  ru: { wide: 'Общий план', full: 'В полный рост', medium: 'Средний план', close: 'Крупный план', detail: 'Деталь крупным планом' },
}
const cameras: Names<Shot['camera']> = {
  en: {
    still: 'The camera stands still',
    push_in: 'The camera moves in slowly',
    pull_out: 'The camera moves back slowly',
    pan_left: 'The camera pans left',
    pan_right: 'The camera pans right',
    tilt_up: 'The camera tilts up',
    tilt_down: 'The camera tilts down',
  },
  ru: {
    still: 'Камера неподвижна',
    push_in: 'Камера медленно приближается',
    pull_out: 'Камера медленно отъезжает',
    pan_left: 'Камера поворачивается влево',
    pan_right: 'Камера поворачивается вправо',
    tilt_up: 'Камера поднимается',
    tilt_down: 'Камера опускается',
  },
}
const lights: Names<NonNullable<Shot['light']>> = {
  en: { day: 'by day', night: 'at night', dawn: 'at dawn', dusk: 'at dusk' },
  ru: { day: 'день', night: 'ночь', dawn: 'рассвет', dusk: 'сумерки' },
}
const styles: Names<FilmDocument['look']['style']> = {
  en: {
    auto: '',
    poster: 'Poster illustration',
    watercolour: 'Watercolor',
    ink: 'Ink drawing',
    'low-poly': 'Low-poly 3D',
    pixel: 'Pixel art',
    paper: 'Paper cut',
    line: 'Line drawing',
    neon: 'Neon',
  },
  ru: {
    auto: '',
    poster: 'Плакат',
    watercolour: 'Акварель',
    ink: 'Рисунок тушью',
    'low-poly': 'Низкополигональная 3D-графика',
    pixel: 'Пиксель-арт',
    paper: 'Бумажная аппликация',
    line: 'Линейный рисунок',
    neon: 'Неон',
  },
}
const defaultMusic: Record<Locale, string> = { en: 'Calm background music for a film', ru: 'Спокойная фоновая музыка для фильма' }

export type Expanded = {
  prompt: string
  /** Statements of the document for which the prompt had no room. */
  dropped: FilmWish[]
}

type ExpandOptions = {
  /** Whether the clip begins with the picture of its shot. Then it has names and movement, but no looks, which compete with the picture. */
  hasPicture?: boolean
  /** Whether an option of the model says the style. */
  hasStyle?: boolean
  /** The most characters that the model takes. */
  most: number
}

type Piece = { text: string; wish: FilmWish }

/** Assembles the prompt of a picture or a clip from the fields of its shot. Whatever does not fit is named. */
export function expand(
  document: FilmDocument,
  shot: Shot,
  kind: 'still' | 'clip',
  { hasPicture = false, hasStyle = false, most }: ExpandOptions,
): Expanded {
  const own = shot[kind]?.prompt
  if (own != null) return fit([{ text: own, wish: 'text' }], most)
  const { language, look, roles } = document
  const { place, light, action, framing, camera, people } = shot
  const where = [place ?? '', light ? lights[language][light] : ''].filter(Boolean).join(', ')
  const shown = people.flatMap((id) => roles[id] ?? [])
  const looks = shown.flatMap(({ name, looks: seen }) => {
    if (!hasPicture && seen !== '') return [`${name}: ${seen}`]
    return action.includes(name) ? [] : [name]
  })
  const said: Piece[] = [
    ...(hasPicture
      ? []
      : [
          { text: framings[language][framing], wish: 'text' as const },
          { text: where, wish: 'text' as const },
        ]),
    { text: action, wish: 'text' },
    { text: looks.join('; '), wish: 'text' },
    ...(kind === 'clip' ? [{ text: cameras[language][camera], wish: 'text' as const }] : []),
    ...(hasPicture
      ? []
      : [
          { text: hasStyle ? '' : styles[language][look.style], wish: 'style' as const },
          { text: look.words, wish: 'style' as const },
        ]),
  ]
  // A shot that says nothing has no picture: its framing alone would draw anything.
  if (action.trim() === '' && where === '' && looks.length === 0) return { prompt: '', dropped: [] }
  return fit(said, most)
}

export const musicPrompt = ({ music, language }: FilmDocument, most: number): Expanded =>
  fit([{ text: music?.words || defaultMusic[language], wish: 'text' }], most)

/** Joins what fits, from the first to the last; a first piece that is too long is cut at a word. */
function fit(pieces: readonly Piece[], most: number): Expanded {
  const dropped = new Set<FilmWish>()
  let prompt = ''
  for (const { text, wish } of pieces) {
    const clean = text.trim()
    if (clean === '') continue
    const sentence = /[.!?…:;]$/.test(clean) ? clean : `${clean}.`
    const next = prompt === '' ? sentence : `${prompt} ${sentence}`
    if (next.length <= most) prompt = next
    else {
      dropped.add(wish)
      if (prompt === '') prompt = startOfText(clean, most)
    }
  }
  return { prompt, dropped: [...dropped] }
}
