import { expect, it } from 'vitest'
import { askedMedium } from './asked-medium.ts'

it.each([
  ['draw a cat', 'sketch-image', 'a cat'],
  ['Please draw me a cat by a lake!', 'sketch-image', 'a cat by a lake'],
  ['make a picture of a lighthouse', 'sketch-image', 'a lighthouse'],
  ['нарисуй кота', 'sketch-image', 'кота'],
  ['Нарисуйте, пожалуйста', null, ''],
  ['нарисуй мне картинку: кот у озера', 'sketch-image', 'кот у озера'],
  ['сделай картинку с котом', 'sketch-image', 'котом'],
  ['create a short video of waves', 'sketch-video', 'waves'],
  ['сними видео про море', 'sketch-video', 'море'],
  ['compose a slow waltz', 'sketch-music', 'compose a slow waltz'],
  ['сыграй джаз', 'sketch-music', 'сыграй джаз'],
  ['read aloud: Good evening', 'sketch-speech', 'Good evening'],
  ['озвучь Добрый вечер', 'sketch-speech', 'Добрый вечер'],
  ['draw', null, ''],
  ['drawing is a form of visual art', null, ''],
  ['write a poem about a cat', null, ''],
  ['Draw conclusions carefully. The cat sat on the mat. It was warm.', null, ''],
  ['play it by ear', null, ''],
  ['The film of waves is long', null, ''],
])('%s asks for %s', (prompt, model, words) => {
  expect(askedMedium(prompt)).toEqual(model === null ? null : { model, words })
})
