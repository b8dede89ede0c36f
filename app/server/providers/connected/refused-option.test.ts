import { expect, test } from 'vitest'
import type { CatalogueModel } from '../catalogue/model.ts'
import { brand, option } from '../catalogue/options.ts'
import type { ModelOption } from '../provider.ts'
import type { Wire } from './wire.ts'
import { classifyFailure, type Failure } from './classify-error.ts'
import { withRefusedOption } from './refused-option.ts'

const wire: Wire = { options: { look: { name: 'parameters.styleName', values: {} } }, inputs: {} }
const look: ModelOption = { type: 'string', title: brand('Look'), enum: ['a', 'b'], default: 'a' }
const thinking: ModelOption = { type: 'boolean', title: brand('Thinking'), default: false }
const model: CatalogueModel = {
  id: 'desk/film',
  model: 'film',
  via: 'operation',
  type: 'video',
  name: brand('Film'),
  description: brand('Film'),
  price: null,
  options: { aspect: option.aspect(['1:1', '16:9']), duration: option.seconds({ from: 4, to: 8 }), thinking, look },
  inputs: [],
  prompt: { placeholder: brand(''), maxLength: 1_000, examples: [] },
  wire,
}
const given = { aspect: '1:1', duration: 5, look: 'a', thinking: true }
const optionOf = (failure: Failure, options: Record<string, string | number | boolean> = given) =>
  withRefusedOption(classifyFailure('desk', failure), model, options)

test.each<[string, unknown, string]>([
  ['OpenAI', { error: { message: 'Invalid value', type: 'invalid_request_error', param: 'size', code: 'invalid_value' } }, 'aspect'],
  ['OpenAI to an unverified organization', { error: { param: 'reasoning.summary', code: 'unsupported_value' } }, 'thinking'],
  ['FastAPI', { detail: [{ loc: ['body', 'duration'], msg: 'unexpected value', type: 'value_error' }] }, 'duration'],
  ['Replicate', { title: 'Input validation failed', invalid_fields: [{ type: 'invalid', field: 'input.duration' }] }, 'duration'],
  ['Google', { error: { details: [{ fieldViolations: [{ field: 'parameters.durationSeconds', description: 'no' }] }] } }, 'duration'],
  ['Zod', { error: 'Validation', issues: [{ code: 'invalid_value', path: ['ratio'] }] }, 'aspect'],
  ['a model of the operator', { detail: [{ loc: ['body', 'parameters', 'styleName'] }] }, 'look'],
])('a refusal in the form of %s names the option of this model', (_form, body, expected) => {
  const status = 422
  expect(optionOf({ status, body: JSON.stringify(body) })).toMatchObject({
    code: 'invalid_input',
    option: expected,
    status,
    nothingStarted: true,
  })
})

test.each<[string, Failure, Record<string, string | number | boolean>]>([
  ['another field', { status: 400, body: { error: { param: 'prompt' } } }, given],
  ['an option that was not sent', { status: 400, body: { error: { param: 'duration' } } }, { aspect: '1:1' }],
  ['the content', { status: 400, body: { error: { param: 'size', code: 'moderation_blocked' } } }, given],
  ['nothing', { status: 422, body: '<html>' }, given],
])('a refusal of %s names no option', (_what, failure, options) => {
  expect(optionOf(failure, options)).toMatchObject({ option: null })
})
