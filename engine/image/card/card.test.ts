import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { isFull } from '../../../tests/fixtures/campaign.ts'
import { drawnText } from '../../protocol/letters.ts'
import { aspects, cardLayouts } from '../../protocol/options.ts'
import { typeface } from '../../media/typeface.ts'
import { imageSize } from '../image.ts'
import { createCard, isCard } from './card.ts'
import { fitText, wordsOf } from './set-text.ts'
import { lightIn, veilFor } from './tints.ts'

const g = createCanvas(8, 8).getContext('2d')
const face = { family: 'sans', weight: 800, leading: 1.1 } as const

/** The pixels of a character, in each face. */
function drawn(character: string, name: 'sans' | 'serif' | 'italic'): string {
  const canvas = createCanvas(24, 24)
  const pen = canvas.getContext('2d')
  pen.font = `16px ${typeface(name)}`
  pen.fillText(character, 4, 17)
  return Buffer.from(canvas.data()).toString('base64')
}

test('every character that is accepted has a glyph of its own in every face', () => {
  const accepted = new RegExp(drawnText, 'u')
  const characters = Array.from({ length: 0x2300 }, (_, code) => String.fromCodePoint(code)).filter((one) => accepted.test(one))
  expect(characters.length).toBeGreaterThan(400)
  for (const name of ['sans', 'serif', 'italic'] as const) {
    const missing = drawn('\u{10FFFD}', name)
    expect(characters.filter((one) => one.trim() !== '' && drawn(one, name) === missing).join('')).toBe('')
  }
})

test.each(['🎉', 'С днём 🎂', '生日快乐', 'مرحبا', 'a\u0301', 'line\nbreak'])('other characters are refused: %s', (text) =>
  expect(new RegExp(drawnText, 'u').test(text)).toBe(false),
)

const hard = [
  'Электрификация',
  'Достопримечательности и водогрязеторфопарафинолечение',
  'Тифлосурдопереводчик переосвидетельствован',
  'Ш'.repeat(120),
  'I walked 900 km alone across the whole of it and back again',
  'a b c d e f g h i j k l m n o p q r s t u v w x y z',
]

test.each(hard)('a text stays inside its box and loses no letter: %s', (text) => {
  for (const box of [
    { width: 300, height: 200 },
    { width: 90, height: 300 },
  ]) {
    const set = fitText(g, text, face, { ...box, largest: 90, smallest: 20, mostLines: 4 })
    expect(set.width).toBeLessThanOrEqual(box.width + 1)
    expect(set.height).toBeLessThanOrEqual(box.height + 1)
    const bare = (value: string) => value.replaceAll(/[\s\u00A0-]/g, '')
    expect(bare(set.lines.join(''))).toBe(bare(text))
  }
})

test('a short word and a number go with the next word, and a dash with the one before', () => {
  const glued = (text: string) => wordsOf(text).map((word) => word.replaceAll('\u00A0', '_'))
  expect(glued('Чай и печать в 18 часов')).toEqual(['Чай', 'и_печать', 'в_18_часов'])
  expect(glued('Тише едешь — дальше будешь')).toEqual(['Тише', 'едешь_—', 'дальше', 'будешь'])
})

test('a picture is darkened until white letters on it have a contrast of 4.5', () => {
  const canvas = createCanvas(60, 60)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, 60, 60)
  const box = { x: 0, y: 0, width: 60, height: 60 }
  veilFor(pen, box, () => {
    pen.fillStyle = 'rgba(10, 12, 20, 0.2)'
    pen.fillRect(0, 0, 60, 60)
  })
  expect(1.05 / (lightIn(pen, box) + 0.05)).toBeGreaterThanOrEqual(4.5)
})

test('every card fills its size in every shape, with the longest texts', () => {
  const texts = { headline: 'Щ'.repeat(120), message: 'Слово '.repeat(46), detail: 'Ж'.repeat(80) }
  for (const aspect of isFull ? aspects : (['3:4', '21:9'] as const)) {
    const size = imageSize({ aspect, size: '512' })
    for (const layout of cardLayouts) {
      const card = createCard(layout, texts, size)
      const picture = createCanvas(card.picture.width, card.picture.height)
      const finished = card.finish(picture)
      expect({ width: finished.width, height: finished.height }).toEqual(size)
    }
  }
})

test('without words there is no card', () => {
  expect(isCard('greeting', { headline: ' ', message: '', detail: '' })).toBe(false)
  expect(isCard('none', { headline: 'Hello', message: '', detail: '' })).toBe(false)
  expect(isCard('quote', { headline: '', message: '', detail: 'Ann' })).toBe(true)
})
