import * as v from 'valibot'
import type { Generation } from '#app/contract/runs/generations.ts'
import { shareSchema } from '#app/contract/library/shares.ts'
import type { Locale } from '#config'
import { type Person, signUp } from '#tests/fixtures/api-client.ts'

export const prompts = {
  en: {
    images: [
      'Northern lights above a mountain lake',
      'A lighthouse on a cliff, storm, evening',
      'City at night in the rain',
      'Dunes at noon',
    ],
    video: 'Waves on the sea at sunset, camera glides forward',
    speech: 'Good evening. The tea is getting cold, and the train is on time.',
    music: 'Calm piano with rain, slow',
    text: 'The city council approved a plan to widen its bicycle network over the next five years. It adds 120 kilometres of protected lanes and repairs existing paths. Council members said that protected lanes reduce injuries and bring more people to work by bicycle. Some shop owners worry about parking. Work begins in spring near the university.',
    failing: 'Too short.',
    running: 'A long storm over the sea',
    nothing: 'zeppelin',
  },
  ru: {
    images: ['Северное сияние над горным озером', 'Маяк на скале, шторм, вечер', 'Город ночью под дождём', 'Дюны в полдень'],
    video: 'Волны на море на закате, камера плывёт вперёд',
    speech: 'Добрый вечер. Чай остывает, а поезд придёт вовремя.',
    music: 'Спокойное фортепиано с дождём, медленно',
    text: 'Городской совет утвердил план расширения велосипедной сети на ближайшие пять лет. План добавляет 120 километров защищённых полос и предусматривает ремонт старых дорожек. По словам депутатов, защищённые полосы снижают травматизм и пересаживают на велосипед больше людей. Некоторые владельцы магазинов опасаются за парковку. Работы начнутся весной у университета.',
    failing: 'Коротко.',
    running: 'Долгая буря над морем',
    nothing: 'дирижабль',
  },
} as const satisfies Record<Locale, unknown>

export type Works = { image: Generation; video: Generation; speech: Generation; text: Generation; sharePath: string; chord: string }
export type Cast = { maker: Person; newcomer: Person; poor: Person; works: Works }

/** Signs people up on the server at `url` and makes their works. */
export async function makeCast(url: string, locale: Locale): Promise<Cast> {
  const say = prompts[locale]
  const [maker, newcomer, poor] = await Promise.all([
    signUp(url, { email: `maker-${locale}@example.com` }),
    signUp(url, { email: `newcomer-${locale}@example.com` }),
    signUp(url, { email: `poor-${locale}@example.com` }),
  ])
  const make = async (model: string, prompt: string, given: Record<string, string | number | boolean> = {}) => {
    const { id } = await maker.submit({ model, prompt, options: given })
    return maker.until(id, ['succeeded'], { timeoutMs: 180_000, everyMs: 100 })
  }
  const speech = await make('sketch-speech', say.speech)
  await make('sketch-music', say.music, { duration: 15 })
  const video = await make('sketch-video', say.video, { duration: 3, resolution: '480p' })
  const text = await make('sketch-text', say.text)
  const images: Generation[] = []
  for (const prompt of say.images) images.push(await make('sketch-image', prompt))
  const [image] = images
  if (!image) throw new Error('the run has no result')

  const chord = await maker.submitChord({ prompt: say.images[1], parts: ['image', 'speech', 'music', 'text'] }, { idempotencyKey: locale })
  for (const part of chord.parts) await maker.until(part.id, ['succeeded'], { timeoutMs: 180_000, everyMs: 100 })

  const failing = await poor.submit({ model: 'sketch-text', prompt: say.failing, options: {} })
  await poor.until(failing.id, ['failed'])
  // Leaves too few tokens for the longest video.
  for (let spent = 0; spent < 3; spent += 1) {
    const { id } = await poor.submit({ model: 'sketch-music', prompt: say.music, options: { duration: 120 } })
    await poor.until(id, ['succeeded'], { timeoutMs: 180_000, everyMs: 200 })
  }
  return { maker, newcomer, poor, works: { image, video, speech, text, sharePath: await share(url, maker, video), chord: chord.id } }
}

async function share(url: string, { tokens }: Person, { id }: Generation): Promise<string> {
  const answer = await fetch(`${url}/api/v1/generations/${id}/share`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ show_prompt: true }),
  })
  return `/shared/${v.parse(shareSchema, await answer.json()).token}`
}
