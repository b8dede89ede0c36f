import { describe, expect, it, test } from 'vitest'
import { locales } from '#config'
import { translate } from '../../i18n.ts'
import { advise } from './advise.ts'
import { allIdeas } from './ideas.ts'
import { understand } from './understand.ts'

const adviceOn = (prompt: string, model = 'sketch-image', roles: Parameters<typeof advise>[0]['roles'] = []) =>
  advise({ model, prompt, options: {}, roles })

test.each([
  ['draw a cat', 'sketch-image', 'a cat'],
  ['нарисуй кота', 'sketch-image', 'кота'],
  ['сними видео про море', 'sketch-video', 'море'],
])('a text model that is asked for another medium suggests it: %s', (prompt, model, words) => {
  expect(adviceOn(prompt, 'sketch-text')).toMatchObject({ kind: 'other_medium', possible: false, suggestions: [{ model, prompt: words }] })
})

test('an empty prompt has no advice, whatever the options', () => {
  const models = ['sketch-image', 'sketch-video', 'sketch-speech', 'sketch-music', 'sketch-text']
  const given: Parameters<typeof advise>[0]['options'][] = [
    {},
    { negative: 'a dragon', sound: 'music' },
    { task: 'summary' },
    { task: 'verse' },
  ]
  for (const model of models) for (const options of given) expect(advise({ model, prompt: '', options, roles: [] })).toBeNull()
})

describe('a noun that cannot be drawn', () => {
  it.each([
    ['a plate of sushi', 'sushi'],
    ['logo for a coffee shop', 'logo'],
    ['астронавт', 'астронавт'],
    ['тарелка борща', 'борща'],
    ['a majestic dragon over a castle', 'dragon'],
    ['величественный дракон над замком', 'дракон'],
    ['horse in a field', 'horse'],
    ['лошадь в поле', 'лошадь'],
    ['robot eating pizza', 'robot'],
    ['the Eiffel Tower at night', 'Eiffel Tower'],
    ['a train at sea', 'train'],
    ['a cactus in a city', 'cactus'],
    ['A fox in the snow', 'fox'],
    ['Лиса на снегу', 'Лиса'],
    ['a red bear in the rain', 'bear'],
    ['portrait of a girl', 'portrait'],
    ['портрет девушки', 'портрет'],
    ['a handmade oak table in a bright room', 'table'],
    ['открытка маме с днём рождения', 'открытка маме'],
    ['лес, С днём рождения, мама', 'С днём рождения'],
    ['the word "LOVE" in flowers', 'word'],
    ['a deer in a forest, logo', 'logo'],
    ['закат над морем, горы, лес, доброе утро', 'доброе утро'],
  ])('a noun that cannot be drawn is named, and trying costs nothing: %s', (prompt, words) => {
    for (const model of ['sketch-image', 'sketch-video']) {
      const advice = adviceOn(prompt, model)
      expect(advice).toMatchObject({ kind: 'not_drawn', words: [words], free: true })
      expect(advice?.instead.length).toBeGreaterThan(0)
      expect(advice?.suggestions).toHaveLength(3)
    }
  })

  it.each([
    'Sunset over a mountain lake, a dragon',
    'a cat wearing a hat',
    'кот в шляпе',
    'slow pan over a forest',
    'медленно плывут облака над горами',
    'majestic mountains, crystalline',
    'beautiful picture',
    'winter evening with mulled wine',
    'зимний вечер с глинтвейном',
    'no logo, no text, a lake',
    'a person riding a horse',
    'Good morning, please draw a lake',
    'a street with shops, banners and people',
    'waves on the sea at sunset',
    'Волны на море, закат',
    '3d render of a castle',
    'watercolour',
    '',
  ])('the advice on drawing does not concern "%s"', (prompt) => {
    expect(adviceOn(prompt)).toBeNull()
  })

  it.each([
    ['a plate of sushi', 'тарелка суши'],
    ['astronaut at night', 'астронавт ночью'],
    ['robot in winter', 'робот зимой'],
    ['a dragon over the mountains', 'дракон над горами'],
    ['borscht', 'тарелка борща'],
  ])('%s and %s announce the same scene', (english, russian) => {
    expect(adviceOn(russian)?.instead).toEqual(adviceOn(english)?.instead)
  })

  it('the advice on drawing does not concern a person’s own images that are changed or animated', () => {
    expect(adviceOn('sushi', 'sketch-video', ['first_frame'])).toBeNull()
    expect(adviceOn('sushi', 'sketch-image', ['source'])).toBeNull()
    expect(adviceOn('sushi', 'sketch-image', ['reference'])).not.toBeNull()
  })

  it('the advice on drawing offers ideas near to it that are drawn completely, in the language of the prompt', () => {
    expect(adviceOn('robot eating pizza')?.suggestions[0]?.prompt).toBe('A rocket among the stars')
    // Ideas that share a thing with the prompt come first.
    expect(adviceOn('a dragon over a castle in the mountains')?.suggestions[0]?.prompt).toBe('A castle in the mountains at dawn')
    expect(adviceOn('робот у моря и маяка')?.suggestions[0]?.prompt).toBe('Маяк у моря в шторм')
    expect(adviceOn('чай с лимоном')?.suggestions[0]?.prompt).toBe('Пшеничное поле на закате')
    for (const idea of allIdeas) {
      for (const locale of locales) {
        const prompt = translate(locale, idea)
        expect(understand({ model: 'sketch-image', prompt, options: {} })?.ignored, prompt).toEqual([])
        expect(adviceOn(prompt), prompt).toBeNull()
      }
    }
  })
})

describe('a text for another medium', () => {
  it.each([
    ['sketch-speech', 'an upbeat rock song about summer', 'sketch-music'],
    ['sketch-speech', 'весёлая рок-песня про лето', 'sketch-music'],
    ['sketch-music', 'Say: good morning, Vietnam', 'sketch-speech'],
    ['sketch-music', 'прочитай это вслух', 'sketch-speech'],
  ])('a text for another medium is recognized: %s: %s', (model, prompt, other) => {
    expect(adviceOn(prompt, model)).toEqual({
      kind: 'other_medium',
      words: [],
      instead: [],
      suggestions: [{ label: null, prompt, model: other, options: null }],
      possible: true,
      free: false,
    })
  })

  it.each([
    ['sketch-speech', 'sound of rain', ['sketch-music']],
    ['sketch-speech', 'шум дождя', ['sketch-music']],
    ['sketch-speech', 'лай собаки', []],
    ['sketch-music', 'dog barking', []],
  ])('a noise is named, with the model that makes it: %s: %s', (model, prompt, makers) => {
    const advice = adviceOn(prompt, model)
    expect(advice).toMatchObject({ kind: 'other_medium', words: [prompt] })
    expect(advice?.suggestions.map((suggestion) => suggestion.model)).toEqual(makers)
  })

  it.each([
    ['sketch-music', 'sound of rain'],
    ['sketch-speech', 'Она любит эту песню.'],
    ['sketch-music', 'Calm piano, a little sad, slow'],
  ])('the advice on the medium does not concern %s: %s', (model, prompt) => {
    expect(adviceOn(prompt, model)).toBeNull()
  })
})

test.each([
  ['открытка маме «С юбилеем, мама!»', 'greeting', 'С юбилеем, мама!'],
  ['С Новым годом! надпись', 'greeting', 'С Новым годом'],
  ['happy birthday card for dad', 'greeting', 'Happy birthday'],
  ['приглашение на свадьбу', 'event', ''],
  ['карточка товара, чайник', 'product', ''],
])('for words on an image a card is suggested, with the words that the prompt has: %s', (prompt, card, headline) => {
  const [first, ...others] = adviceOn(prompt)?.suggestions ?? []
  expect(first?.options).toEqual({ card, headline })
  expect(adviceOn(first?.prompt ?? '')).toBeNull()
  expect(others.every(({ options }) => options === null)).toBe(true)
  expect(adviceOn(prompt, 'sketch-video')?.suggestions.every(({ options }) => options === null)).toBe(true)
})
