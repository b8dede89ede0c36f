import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { Place } from '#app/contract/recipes/recipes.ts'
import type { Locale } from '#config'
import type { RecipeRow } from './list-recipes.ts'
import { samples } from './built-in-samples.ts'

type Localized = Record<Locale, string>

/** A recipe of the release. It is no message of the catalogues, because its texts are prompts, which are no literal translations of each other. */
export type BuiltIn = {
  /** Recorded with its results, so it never changes. */
  id: string
  type: 'image' | 'video'
  model: 'sketch-image' | 'sketch-video'
  name: Localized
  about: Localized
  text: Localized
  places: Record<Locale, Place[]>
  options: Record<Locale, OptionValues>
  open: string[]
}

const both = (options: OptionValues): Record<Locale, OptionValues> => ({ en: options, ru: options })

/** A card, the texts of which are options of the model. */
const card = (layout: string, aspect: string, texts: Record<Locale, { headline: string; message?: string; detail: string }>) => ({
  type: 'image' as const,
  model: 'sketch-image' as const,
  text: { en: '{{picture}}', ru: '{{картинка}}' },
  options: {
    en: { card: layout, aspect, message: '', ...texts.en },
    ru: { card: layout, aspect, message: '', ...texts.ru },
  },
  open: ['headline', 'message', 'detail', 'aspect', 'style'],
})

/** The place for the picture of a card. */
const pictured = (en: string, ru: string): Record<Locale, Place[]> => ({
  en: [{ type: 'line', name: 'picture', default: en, help: 'What is behind the words or beside them' }],
  ru: [{ type: 'line', name: 'картинка', default: ru, help: 'Что нарисовать под текстом или рядом с ним' }],
})

/** The recipes that everybody sees while the operator has published none, by the names under which they are run. */
export const builtIns: Record<string, BuiltIn> = {
  greeting: {
    id: '0197f000-0000-7000-8000-000000000001',
    name: { en: 'Greeting card', ru: 'Открытка' },
    about: { en: 'A picture and your wish, set like a printed card.', ru: 'Картинка и ваше пожелание, как на печатной открытке.' },
    ...card('greeting', '3:4', {
      en: { headline: 'Happy birthday', detail: 'Ann and Leo' },
      ru: { headline: 'С днём рождения', detail: 'Аня и Лев' },
    }),
    places: pictured('A meadow with flowers in the morning', 'Цветущий луг утром'),
  },
  product: {
    id: '0197f000-0000-7000-8000-000000000002',
    name: { en: 'Product card', ru: 'Карточка товара' },
    about: { en: 'A name, a few words and the price.', ru: 'Название, пара слов и цена.' },
    ...card('product', '4:3', {
      en: { headline: 'Sea soap', message: 'Salt, sage, olive oil', detail: '€12' },
      ru: { headline: 'Морское мыло', message: 'Соль, шалфей, олива', detail: '490 ₽' },
    }),
    places: pictured('Abstract waves in teal and sand', 'Абстрактные волны, бирюза и песок'),
  },
  quote: {
    id: '0197f000-0000-7000-8000-000000000003',
    name: { en: 'Quote', ru: 'Цитата' },
    about: { en: 'One thought in large letters on a quiet landscape.', ru: 'Одна мысль крупно на спокойном пейзаже.' },
    ...card('quote', '1:1', {
      en: { headline: 'Go slowly, but go.', detail: 'A proverb' },
      ru: { headline: 'Тише едешь — дальше будешь.', detail: 'Пословица' },
    }),
    places: pictured('A foggy forest at dawn', 'Туманный лес на рассвете'),
  },
  event: {
    id: '0197f000-0000-7000-8000-000000000004',
    name: { en: 'Event poster', ru: 'Афиша' },
    about: { en: 'What, when and where, over a city, a lake or a stage of sky.', ru: 'Что, когда и где: на фоне города, озера или неба.' },
    ...card('event', '3:4', {
      en: { headline: 'Night market', message: 'Old harbor, from 6 p.m.', detail: '14 June' },
      ru: { headline: 'Ночная ярмарка', message: 'Старый порт, с 18:00', detail: '14 июня' },
    }),
    places: pictured('A city by the river at night', 'Ночной город у реки'),
  },
  'video-cover': {
    id: '0197f000-0000-7000-8000-000000000005',
    name: { en: 'Video cover', ru: 'Обложка видео' },
    about: { en: 'A headline that can be read at the size of a stamp.', ru: 'Заголовок, который читается и в маленьком размере.' },
    ...card('thumbnail', '16:9', {
      en: { headline: '900 km alone', detail: 'Day 31' },
      ru: { headline: '900 км одна', detail: 'День 31' },
    }),
    places: pictured('Desert dunes at sunset', 'Дюны в пустыне на закате'),
  },
  landscape: {
    id: '0197f000-0000-7000-8000-000000000006',
    type: 'image',
    model: 'sketch-image',
    name: { en: 'Watercolor landscape', ru: 'Пейзаж акварелью' },
    about: { en: 'A place you love, at your hour.', ru: 'Любимое место в нужный час.' },
    text: { en: '{{place}} {{time}}, watercolor', ru: '{{место}} {{время}}, акварель' },
    places: {
      en: [
        { type: 'line', name: 'place', default: 'Mountain lake with a pine forest' },
        { type: 'choice', name: 'time', choices: ['at dawn', 'at noon', 'at sunset', 'at night'], default: 'at dawn' },
      ],
      ru: [
        { type: 'line', name: 'место', default: 'Горное озеро, сосновый лес' },
        { type: 'choice', name: 'время', choices: ['на рассвете', 'днём', 'на закате', 'ночью'], default: 'на рассвете' },
      ],
    },
    options: both({ aspect: '4:3' }),
    open: ['aspect'],
  },
  poster: {
    id: '0197f000-0000-7000-8000-000000000007',
    type: 'image',
    model: 'sketch-image',
    name: { en: 'Travel poster', ru: 'Дорожный плакат' },
    about: {
      en: 'Flat shapes and few colors, like on the wall of a station.',
      ru: 'Плоские формы и немного цветов, как на вокзальной стене.',
    },
    text: { en: 'Travel poster, {{place}}, {{time}}', ru: 'Плакат, {{место}}, {{время}}' },
    places: {
      en: [
        { type: 'line', name: 'place', default: 'Lighthouse on a cliff by the sea' },
        { type: 'choice', name: 'time', choices: ['dawn', 'sunset', 'night'], default: 'sunset' },
      ],
      ru: [
        { type: 'line', name: 'место', default: 'Маяк на скале у моря' },
        { type: 'choice', name: 'время', choices: ['рассвет', 'закат', 'ночь'], default: 'закат' },
      ],
    },
    options: both({ aspect: '3:4' }),
    open: ['aspect'],
  },
  clip: {
    id: '0197f000-0000-7000-8000-000000000008',
    type: 'video',
    model: 'sketch-video',
    name: { en: 'A quiet clip', ru: 'Спокойный ролик' },
    about: { en: 'A few seconds of moving water, sky or snow.', ru: 'Несколько секунд воды, неба или снега.' },
    text: { en: '{{scene}}, {{time}}', ru: '{{сцена}}, {{время}}' },
    places: {
      en: [
        { type: 'line', name: 'scene', default: 'Sailing boat on a mountain lake' },
        { type: 'choice', name: 'time', choices: ['dawn', 'sunset', 'starry night'], default: 'sunset' },
      ],
      ru: [
        { type: 'line', name: 'сцена', default: 'Парусник на горном озере' },
        { type: 'choice', name: 'время', choices: ['рассвет', 'закат', 'звёздная ночь'], default: 'закат' },
      ],
    },
    options: both({}),
    open: ['duration', 'aspect'],
  },
}

const createdAt = new Date('2026-11-29T00:00:00.000Z')

/** Returns a built-in recipe as if the person had saved it, so that it needs no rules of its own. */
export function builtInRecipe(name: string, { userId, locale }: { userId: string; locale: Locale }): RecipeRow | undefined {
  if (!Object.hasOwn(builtIns, name)) return undefined
  const found = builtIns[name]
  if (!found) return undefined
  return {
    id: found.id,
    userId,
    type: found.type,
    name: found.name[locale],
    text: found.text[locale],
    about: found.about[locale],
    model: found.model,
    options: found.options[locale],
    inputs: null,
    places: found.places[locale],
    openOptions: found.open,
    sampleId: null,
    fromId: null,
    fromRevision: null,
    revision: 1,
    link: null,
    linkUntil: null,
    texts: null,
    publishedAt: null,
    placeOnHome: null,
    createdAt,
  }
}

const names = new Map(Object.entries(builtIns).map(([name, { id }]) => [id, name]))

/** Returns the name of the built-in recipe with the id; undefined for others. */
export const builtInName = (id: string): string | undefined => names.get(id)

/** Returns the picture of a built-in recipe, which `scripts/make-choices.ts` draws. */
export function builtInSample(name: string, locale: Locale) {
  const sample = samples[`${name}-${locale}`]
  if (!sample) throw new Error(`the built-in recipe ${name} has no sample`)
  return { ...sample, url: `/samples/recipes/${name}-${locale}.webp`, media_type: 'image/webp' }
}
