import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { PriceRule } from '#app/contract/runs/models.ts'
import { type Charged, chargeOf as chargeInMilli, type Priced, priceOf as priceInMilli } from './price.ts'

/** In tokens. */
const priceOf = (rule: PriceRule, priced: Priced) => priceInMilli(rule, priced) / 1_000
const chargeOf = (rule: PriceRule, { held, ...run }: Charged) => chargeInMilli(rule, { ...run, held: held * 1_000 }) / 1_000

const perSecond = { base: 0, per: { measure: 'duration', every: 1, tokens: 3 } } as const
const perModelToken = { base: 0, per: { measure: 'model_tokens', every: 1000, input: 0.5, output: 2 } } as const

const perLength = {
  measure: 'model_tokens' as const,
  every: 1_000,
  input: 0.1,
  output: 0.5,
  cached: 0.01,
  long: [{ above: 1_000, input: 0.5, output: 2.5, cached: 0.05 }],
}
const tiered: PriceRule = { base: 0, per: perLength }

describe('a price', () => {
  test('a started unit is paid in full', () => {
    const rule = { base: 2, per: { measure: 'prompt_characters', every: 250, tokens: 1 } } as const
    expect(priceOf(rule, { prompt: 'a'.repeat(250), options: {} })).toBe(3)
    expect(priceOf(rule, { prompt: 'a'.repeat(251), options: {} })).toBe(4)
    expect(priceOf(rule, { prompt: '', options: {} })).toBe(3)
  })

  test('characters are counted as people count them, not as UTF-16 units', () => {
    expect(priceOf({ base: 0, per: { measure: 'prompt_characters', every: 1, tokens: 1 } }, { prompt: '🎻🎻', options: {} })).toBe(2)
  })

  test('a text file is held by its bytes, whatever its pages would cost', () => {
    const text = { type: 'text' as const, bytes: 10_000, pages: null, durationMs: null }
    const [without, withText] = [[], [text]].map((files) => priceOf(perModelToken, { prompt: 'a', options: {}, files, maxOutputTokens: 1 }))
    expect((withText ?? 0) - (without ?? 0)).toBeCloseTo((10_000 + 64) * 0.0005, 2)
  })

  test('searches of the web are held at the most and charged as made, and only if they are asked for', () => {
    const rule = { base: 1, per: null, searches: { each: 2, most: 3 } } as const
    const searching = { prompt: 'x', options: { search: true } }
    expect(priceOf(rule, { prompt: 'x', options: { search: false } })).toBe(1)
    expect(priceOf(rule, searching)).toBe(7)
    expect(chargeOf(rule, { priced: searching, usage: { searches: 1 }, held: 7 })).toBe(3)
    expect(chargeOf(rule, { priced: searching, usage: { searches: 9 }, held: 7 })).toBe(7)
    expect(chargeOf(rule, { priced: searching, usage: {}, held: 7 })).toBe(7)
  })

  test('a program is held and charged once, and only if one ran', () => {
    const rule = { base: 1, per: null, programs: { each: 6, most: 1 } } as const
    const running = { prompt: 'x', options: { code: true } }
    expect(priceOf(rule, { prompt: 'x', options: { code: false } })).toBe(1)
    expect(priceOf(rule, running)).toBe(7)
    expect(chargeOf(rule, { priced: running, usage: { programs: 0 }, held: 7 })).toBe(1)
    expect(chargeOf(rule, { priced: running, usage: { programs: 3 }, held: 20 })).toBe(7)
  })

  test('linked pages and programs are held as input', () => {
    const held = (options: OptionValues) =>
      priceOf(perModelToken, { prompt: 'a', options, maxOutputTokens: 1 }) -
      priceOf(perModelToken, { prompt: 'a', options: {}, maxOutputTokens: 1 })
    expect(held({ links: true })).toBeCloseTo(30_000 * 0.0005, 2)
    expect(held({ code: true })).toBeCloseTo(8_000 * 0.0005, 2)
  })

  test('a price by duration follows the option', () => {
    expect(priceOf(perSecond, { prompt: 'x', options: { duration: 5 } })).toBe(15)
  })

  test('a duration from a list of choices is priced as a number', () => {
    expect(priceOf(perSecond, { prompt: 'x', options: { duration: '9' } })).toBe(27)
    expect(() => priceOf(perSecond, { prompt: 'x', options: { duration: 'long' } })).toThrow(RangeError)
  })

  test('a price by the number of results follows the option', () => {
    expect(priceOf({ base: 1, per: { measure: 'count', every: 1, tokens: 4 } }, { prompt: 'x', options: { count: 3 } })).toBe(13)
  })

  test('parts of a token are added up first and rounded up last, to a thousandth', () => {
    expect(priceOf({ base: 0.5, per: null }, { prompt: 'x', options: {} })).toBe(0.5)
    expect(priceOf({ base: 0.000_01, per: null }, { prompt: 'x', options: {} })).toBe(0.001)
    const factors = { size: { half: 0.5 } }
    expect(priceOf({ base: 0.003, per: null, factors }, { prompt: 'x', options: { size: 'half' } })).toBe(0.002)
    const words = { base: 0, per: { measure: 'prompt_characters', every: 1_000, tokens: 0.02 } } as const
    expect(priceOf(words, { prompt: 'x'.repeat(2_001), options: {} })).toBe(0.06)
    expect(priceOf({ base: 0, per: { measure: 'count', every: 1, tokens: 0.7 } }, { prompt: 'x', options: { count: 10 } })).toBe(7)
  })

  test('options multiply the price', () => {
    const rule: PriceRule = { ...perSecond, factors: { resolution: { '1080p': 2 }, draft: { true: 0.5 } } }
    expect(priceOf(rule, { prompt: 'x', options: { duration: 5, resolution: '720p', draft: false } })).toBe(15)
    expect(priceOf(rule, { prompt: 'x', options: { duration: 5, resolution: '1080p', draft: false } })).toBe(30)
    expect(priceOf(rule, { prompt: 'x', options: { duration: 5, resolution: '1080p', draft: true } })).toBe(15)
  })

  test('a price by usage is the highest possible one', () => {
    const short = priceOf(perModelToken, { prompt: 'да', options: {}, maxOutputTokens: 4_000 })
    expect(short).toBe(8.034)
    expect(priceOf(perModelToken, { prompt: 'да', options: { max_output_tokens: 500 }, maxOutputTokens: 4_000 })).toBe(1.034)
    expect(priceOf(perModelToken, { prompt: 'да', options: {}, maxOutputTokens: 4_000, contextBytes: 20_000 })).toBeCloseTo(short + 10, 6)
  })

  /** A prompt that is held as so many model tokens. */
  const reads = (tokens: number): Priced => ({ prompt: 'a'.repeat(tokens - 64), options: {}, maxOutputTokens: 1_000 })

  test('a prompt that may be above a limit is held at the rates above it, and another below them', () => {
    expect(priceOf(tiered, reads(1_000))).toBe(0.1 + 0.5)
    expect(priceOf(tiered, reads(1_001))).toBeCloseTo(0.5005 + 2.5, 2)
  })

  test('a hold is the highest that can apply, even if longer requests cost less', () => {
    const bulk = { base: 0, per: { ...perLength, long: [{ above: 1_000, input: 0.01, output: 0.01 }] } }
    expect(priceOf(bulk, reads(1_100))).toBe(0.6)
  })

  test('the dearest hours are held', () => {
    const hours = { times: [{ from: '01:00', to: '04:00' }], days: [1], factor: 2 }
    expect(priceOf({ base: 3, per: null, hours }, { prompt: 'x', options: {} })).toBe(6)
    expect(priceOf({ base: 3, per: null, hours: { ...hours, factor: 0.5 } }, { prompt: 'x', options: {} })).toBe(3)
  })

  test.each([
    ['negative', { base: -1, per: null }, {}],
    ['not a number', { base: Number.NaN, per: null }, {}],
    ['infinite', { base: Number.POSITIVE_INFINITY, per: null }, {}],
    ['infinite for its measure', perSecond, { duration: Number.POSITIVE_INFINITY }],
    ['missing its measure', perSecond, {}],
    ['missing its count', { base: 0, per: { measure: 'count', every: 1, tokens: 4 } }, { duration: 2 }],
    ['missing its longest answer', perModelToken, {}],
    ['divided by nothing', { base: 0, per: { measure: 'duration', every: 0, tokens: 1 } }, { duration: 0 }],
  ] as const)('a price rule that is %s is refused', (_what, rule, options) => {
    expect(() => priceOf(rule, { prompt: 'x', options })).toThrow(RangeError)
  })
})

describe('a charge', () => {
  const priced: Priced = { prompt: 'x'.repeat(1_000), options: { duration: 10, count: 4 }, maxOutputTokens: 8_000 }
  const held = (rule: PriceRule) => priceOf(rule, priced)

  test('a charge is the actual usage', () => {
    expect(chargeOf(perSecond, { priced, usage: { seconds: 4.2 }, held: held(perSecond) })).toBe(15)
    expect(chargeOf(perModelToken, { priced, usage: { inputTokens: 200, outputTokens: 900 }, held: held(perModelToken) })).toBe(1.9)
    const perImage = { base: 0, per: { measure: 'count', every: 1, tokens: 4 } } as const
    expect(chargeOf(perImage, { priced, usage: { images: 3 }, held: held(perImage) })).toBe(12)
  })

  test('a charge never exceeds the hold', () => {
    expect(chargeOf(perSecond, { priced, usage: { seconds: 900 }, held: held(perSecond) })).toBe(30)
    expect(chargeOf({ base: 50, per: null }, { priced, usage: {}, held: 10 })).toBe(10)
  })

  test('a charge is as quoted where nothing, or nonsense, was measured', () => {
    expect(chargeOf(perSecond, { priced, usage: undefined, held: 30 })).toBe(30)
    for (const seconds of [Number.NaN, -5, Number.POSITIVE_INFINITY])
      expect(chargeOf(perSecond, { priced, usage: { seconds }, held: 30 })).toBe(30)
    expect(chargeOf(perModelToken, { priced, usage: { outputTokens: 0 }, held: held(perModelToken) })).toBe(0.532)
  })

  test.each([
    ['below the limit', { inputTokens: 1_000, outputTokens: 1_000 }, 0.6],
    ['above the limit, as a whole', { inputTokens: 2_000, outputTokens: 1_000 }, 3.5],
    ['that the service has partly cached', { inputTokens: 1_000, cachedTokens: 800, outputTokens: 0 }, 0.028],
    ['above the limit and partly cached', { inputTokens: 2_000, cachedTokens: 1_000, outputTokens: 0 }, 0.55],
    ['with more cached than was read', { inputTokens: 1_000, cachedTokens: 9_000, outputTokens: 0 }, 0.01],
    ['with nonsense cached', { inputTokens: 1_000, cachedTokens: -5, outputTokens: 0 }, 0.1],
  ])('a request %s costs what its rates say', (_what, usage, cost) => {
    expect(chargeOf(tiered, { priced: { ...priced, prompt: 'x'.repeat(5_000) }, usage, held: 100 })).toBe(cost)
  })

  test.each([
    ['in the hours', '2026-11-30T01:00:00Z', 6],
    ['when they end', '2026-11-30T04:00:00Z', 3],
    ['in the second hours', '2026-11-30T23:30:00Z', 6],
    ['after midnight, in hours that began the day before', '2026-12-01T00:29:59Z', 6],
    ['at the same time of another day', '2026-12-01T01:00:00Z', 3],
  ])('a request that starts %s costs accordingly', (_what, at, cost) => {
    const hours = {
      times: [
        { from: '01:00', to: '04:00' },
        { from: '23:00', to: '00:30' },
      ],
      days: [1],
      factor: 2,
    }
    expect(chargeOf({ base: 3, per: null, hours }, { priced, usage: {}, held: 6, startedAt: new Date(at) })).toBe(cost)
    expect(chargeOf({ base: 3, per: null, hours }, { priced, usage: {}, held: 6 })).toBe(6)
  })

  const amount = fc.double({ min: 0, max: 1_000, noNaN: true })
  const every = fc.constantFrom(1, 10, 250, 1_000, 1_000_000)
  const anyRule: fc.Arbitrary<PriceRule> = fc.record({
    base: amount,
    per: fc.oneof(
      fc.constant(null),
      fc.record({ measure: fc.constantFrom('duration' as const, 'prompt_characters' as const, 'count' as const), every, tokens: amount }),
      fc.record({ measure: fc.constant('model_tokens' as const), every, input: amount, output: amount }),
      fc
        .record({
          measure: fc.constant('model_tokens' as const),
          every,
          input: amount,
          output: amount,
          limit: fc.nat(500_000),
          more: fc.double({ min: 1, max: 5, noNaN: true }),
          cached: fc.double({ min: 0, max: 1, noNaN: true }),
        })
        .map(({ limit, more, cached, ...rates }) => ({
          ...rates,
          cached: rates.input * cached,
          long: [{ above: limit, input: rates.input * more, output: rates.output * more, cached: rates.input * cached }],
        })),
    ),
    hours: fc.constantFrom(
      { times: [{ from: '01:00', to: '13:00' }], days: [0, 1, 2, 3], factor: 2 },
      { times: [{ from: '20:00', to: '04:00' }], days: [6], factor: 0.5 },
    ),
    factors: fc.oneof(fc.constant({}), fc.record({ quality: fc.record({ high: fc.double({ min: 0, max: 20, noNaN: true }) }) })),
  })
  const anyPriced: fc.Arbitrary<Priced> = fc.record({
    prompt: fc.string({ maxLength: 400, unit: 'grapheme' }),
    options: fc.record({
      duration: fc.double({ min: 0, max: 600, noNaN: true }),
      count: fc.integer({ min: 1, max: 8 }),
      quality: fc.constantFrom('low', 'high'),
    }),
    contextBytes: fc.nat(1_000_000),
    files: fc.array(fc.record({ pages: fc.option(fc.nat(100)), durationMs: fc.option(fc.nat(600_000)) }), { maxLength: 8 }),
    maxOutputTokens: fc.nat(200_000),
  })
  const used = fc.option(fc.double(), { nil: undefined })
  const anyUsage = fc.record({
    runs: used,
    images: used,
    seconds: used,
    characters: used,
    inputTokens: used,
    outputTokens: used,
    cachedTokens: used,
  })
  const moment = fc.option(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), { nil: undefined })

  test('a charge is an integer of milli-tokens from 0 to the hold for every rule, run and reported usage', () => {
    fc.assert(
      fc.property(anyRule, anyPriced, anyUsage, moment, (rule, run, usage, startedAt) => {
        const hold = priceInMilli(rule, run)
        const charge = chargeInMilli(rule, { priced: run, usage, held: hold, startedAt })
        expect(Number.isSafeInteger(charge)).toBe(true)
        expect(Object.is(charge, -0)).toBe(false)
        expect(charge).toBeGreaterThanOrEqual(0)
        expect(charge).toBeLessThanOrEqual(hold)
        expect(chargeInMilli(rule, { priced: run, usage: {}, held: hold })).toBe(hold)
      }),
      { numRuns: 2_000 },
    )
  })

  test('a charge is never raised by using less', () => {
    fc.assert(
      fc.property(anyRule, anyPriced, fc.nat(10_000), fc.nat(10_000), (rule, run, few, more) => {
        const hold = priceInMilli(rule, run)
        const by = (units: number) =>
          chargeInMilli(rule, {
            priced: run,
            held: hold,
            usage: { seconds: units, images: units, characters: units, inputTokens: units, outputTokens: units },
          })
        expect(by(few)).toBeLessThanOrEqual(by(few + more))
      }),
    )
  })
})
