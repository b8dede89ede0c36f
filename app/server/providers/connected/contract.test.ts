import { glob, readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { Ajv, type ValidateFunction } from 'ajv'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { InputRole } from '#app/contract/base/values.ts'
import { checkOptions } from '#app/server/core/making/models/check-options.ts'
import { type ServiceId, serviceIds } from '#app/server/env.ts'
import { recordStarts } from '#tests/fixtures/recorded-starts.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import type { CatalogueEntry } from '../catalogue/model.ts'
import type { RunInput } from '../kinds.ts'

/**
 * Compares the body sent for each model of the catalogue, with every value of every option and every input, with a schema written by hand
 * from the service's document. The service refuses every call, because only the request matters.
 */
const documentSchema = v.object({
  source: v.pipe(v.string(), v.url()),
  checked: v.pipe(v.string(), v.isoDate()),
  models: v.array(v.string()),
  path: v.string(),
  body: v.record(v.string(), v.unknown()),
})
type Contract = { path: RegExp; models: string[]; check: ValidateFunction }

const folder = fileURLToPath(new URL('../../../../tests/fixtures/services', import.meta.url))
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true })
const contracts = new Map<string, Contract[]>()
for await (const file of glob(`${folder}/*/*.json`)) {
  const { path, models, body } = v.parse(documentSchema, JSON.parse(await readFile(file, 'utf8')))
  const service = basename(dirname(file))
  contracts.set(service, [...(contracts.get(service) ?? []), { path: new RegExp(path), models, check: ajv.compile(body) }])
}

let starts: Awaited<ReturnType<typeof recordStarts>>
beforeAll(async () => {
  starts = await recordStarts()
})
afterAll(() => starts[Symbol.asyncDispose]())

const payload = /^(?:<file>|\[Start of the file .*|data:[\w/+-]+;base64,.*|[A-Za-z0-9+/]{80,}=*)$/s
const payloadsIn = (value: unknown): number => {
  if (typeof value === 'string') return payload.test(value) ? 1 : 0
  return typeof value === 'object' && value !== null ? Object.values(value).reduce<number>((sum, one) => sum + payloadsIn(one), 0) : 0
}

/** Every value of a choice, or the ends of a range. */
function valuesOf(option: CatalogueEntry['options'][string]): (string | number | boolean)[] {
  if ('enum' in option) return [...option.enum]
  if (option.type === 'boolean') return [true, false]
  if (option.type === 'string') return ['some words']
  return [option.minimum, option.maximum]
}

/** Each value alone, and together with each value of the option that it depends on. */
function variantsOf({ options }: CatalogueEntry): OptionValues[] {
  return Object.entries(options).flatMap(([name, option]) => {
    const alone = valuesOf(option).map((value): OptionValues => ({ [name]: value }))
    const other = option['x-when']?.option
    const beside = other === undefined ? undefined : options[other]
    if (other === undefined || beside === undefined) return alone
    const steps = 'minimum' in beside && beside.multipleOf ? rangeOf(beside.minimum, beside.maximum, beside.multipleOf) : valuesOf(beside)
    return alone.flatMap((given) => steps.map((value): OptionValues => ({ ...given, [other]: value })))
  })
}

const rangeOf = (from: number, to: number, step: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => from + at * step)

const entries = serviceIds.flatMap((service) => catalogue[service].map((entry) => [entry.id, service, entry] as const))

test.each(entries)('%s: every option and input reaches the service in a body that its document allows', async (_id, service, entry) => {
  const known = contracts.get(service) ?? []
  // A model that does several things has an entry for each, and its schemas name the entries.
  const own = known.filter(({ models }) => models.includes(entry.id))
  const found = own.length > 0 ? own : known.filter(({ models }) => models.includes(entry.model))
  expect(found, 'schemas of this model in tests/fixtures/services').toHaveLength(1)
  const [contract] = found
  if (!contract) return
  const required = entry.inputs.filter((input) => input.required).flatMap((input) => starts.give({ ...input, max: 1 }))

  const ask = async (given: OptionValues, inputs: RunInput[]) => {
    const sent = await starts.send(service, entry, { options: checkOptions(entry.options, { ...seedFor(entry), ...given }), inputs })
    expect(sent.path, JSON.stringify(given)).toMatch(contract.path)
    contract.check(sent.body)
    expect(contract.check.errors ?? [], JSON.stringify(given)).toEqual([])
    return sent
  }

  const usual = await ask({}, required)
  expect(payloadsIn(usual.body)).toBe(required.length)
  for (const given of variantsOf(entry)) {
    const sent = await ask(given, required)
    const optionsOf = (chosen: OptionValues) => checkOptions(entry.options, { ...seedFor(entry), ...chosen })
    // An option without effect would be a false promise.
    if (isDeepStrictEqual(optionsOf(given), optionsOf({}))) expect(sent).toEqual(usual)
    else if (!isCounted(service, given)) expect(sent, `${JSON.stringify(given)} is not sent`).not.toEqual(usual)
  }
  for (const input of entry.inputs) {
    const needed = entry.inputs.filter(({ role }) => role === (input.needs ?? companions[input.role]))
    const others = [...entry.inputs.filter((one) => one.required && one !== input), ...needed.filter((one) => !one.required)]
    const given = [...starts.give(input), ...others.flatMap((one) => starts.give({ ...one, max: 1 }))]
    const { body } = await ask({}, given)
    expect(payloadsIn(body), `inputs with the role ${input.role}`).toBe(given.length)
  }
})

test.each(
  entries.flatMap(([id, service, entry]) =>
    entry.inputs.flatMap((input) => (input.role === 'last_frame' ? [{ id, service, entry, input }] : [])),
  ),
)('$id: a last frame needs a first one if the service takes none alone, and only then', async ({ service, entry, input }) => {
  const contract = contracts.get(service)?.find(({ models }) => models.includes(entry.model))
  const sent = await starts
    .send(service, entry, { options: checkOptions(entry.options, seedFor(entry)), inputs: starts.give(input) })
    .catch(() => null)
  const isTaken = sent !== null && contract?.check(sent.body) === true && payloadsIn(sent.body) === 1
  expect({ needs: input.needs }).toEqual({ needs: isTaken ? undefined : 'first_frame' })
})

/** Inputs that require another input. */
const companions: Partial<Record<InputRole, InputRole>> = { mask: 'source' }

/** The package calls fal once for each image. */
const isCounted = (service: ServiceId, given: OptionValues) => service === 'fal' && 'count' in given

/** The same seed in every run, if the model has one. */
const seedFor = ({ options }: CatalogueEntry): OptionValues => ('seed' in options ? { seed: 7 } : {})

test('every schema belongs to a model of the catalogue', () => {
  for (const [service, list] of contracts) {
    const known: string[] = serviceIds.flatMap((id) =>
      id === service ? catalogue[id].flatMap(({ id: name, model }) => [name, model]) : [],
    )
    for (const { models } of list) expect(known).toEqual(expect.arrayContaining(models))
  }
})
