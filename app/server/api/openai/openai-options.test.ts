import { expect, test } from 'vitest'
import { catalogueEntry } from '../../providers/catalogue/catalogue.ts'
import { transcriptionOptions } from './openai-options.ts'

test('a prompt of names is no reason for a transcript without the times that were asked for', () => {
  const model = catalogueEntry('google/gemini-3.5-transcribe')
  if (!model) throw new Error('the model is not in the catalogue')
  const chosen = (format: 'json' | 'srt' | 'diarized_json') =>
    transcriptionOptions({ options: model.options }, { model: model.id, prompt: 'Quartet', response_format: format })
  expect(chosen('json')).toEqual({ options: { terms: 'Quartet' }, ignored: [] })
  expect(chosen('srt')).toEqual({ options: {}, ignored: ['prompt'] })
  expect(chosen('diarized_json')).toEqual({ options: { speakers: true }, ignored: ['prompt'] })
})
