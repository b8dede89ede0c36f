import ipaddr from 'ipaddr.js'
import * as v from 'valibot'
import type { PriceRule } from '#app/contract/runs/models.ts'
import { publicAddressProblem } from '../preflight/variables.mjs'

export const port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'must be a port number'),
  v.transform(Number),
  v.maxValue(65_535, 'must be a port number'),
)
export const flag = v.pipe(
  v.picklist(['0', '1', 'true', 'false'], 'must be true or false'),
  v.transform((value) => value === '1' || value === 'true'),
)
export const onOff = v.pipe(
  v.picklist(['on', 'off'], 'must be on or off'),
  v.transform((value) => value === 'on'),
)
export const url = (...protocols: string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    ),
  )

/** An address that browsers or emails get, which a password must not be part of. */
export const withoutPassword = <Schema extends v.GenericSchema<string, string>>(schema: Schema) =>
  v.pipe(
    schema,
    v.check((value) => {
      const parsed = URL.parse(value)
      return parsed === null || (parsed.username === '' && parsed.password === '')
    }, 'must have no name and no password in it, because it is shown'),
  )
/** The origin of the public address: whatever follows it would end up in the middle of links. */
export const publicUrl = v.pipe(
  withoutPassword(url('http:', 'https:')),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed ? publicAddressProblem(dataset.value) : undefined
    if (message !== undefined) addIssue({ message })
  }),
)

/** A secret issued by a service, without spaces; never shown. */
export const key = v.pipe(v.string(), v.regex(/^\S+$/, 'must have no spaces'))
export const serviceUrl = v.pipe(
  url('http:', 'https:'),
  v.transform((value) => value.replace(/(?<!\/)\/+$/, '')),
)

/** The names become parts of variables and of the callback's URL. */
export const oidcNames = v.pipe(
  v.string(),
  v.transform((list) => list.split(',').flatMap((name) => name.trim() || [])),
  v.array(v.pipe(v.string(), v.regex(/^[a-z][a-z\d-]{0,29}$/, 'must list names of lower-case letters, digits and "-"'))),
  v.check((list) => new Set(list).size === list.length, 'must not name an issuer twice'),
)

/** Whether an address is an origin and nothing more, as browsers send it. */
const isOrigin = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.origin === text

export const corsOrigins = v.pipe(
  v.string(),
  v.transform((list) => (list.trim() === '*' ? null : list.split(',').flatMap((origin) => origin.trim() || []))),
  v.nullable(
    v.array(
      v.pipe(
        v.string(),
        v.check(isOrigin, 'must be "*", or list origins with "," between them: "https://app.example,http://localhost:5173"'),
      ),
    ),
  ),
)

/** Origins, separated by commas. */
export const origins = v.pipe(
  v.string(),
  v.transform((list) => list.split(',').flatMap((origin) => origin.trim() || [])),
  v.array(v.pipe(v.string(), v.check(isOrigin, 'must list origins with "," between them: "http://n8n:5678,https://hooks.home.example"'))),
)

/** Whether an address is safe to send secrets to: https:, or http: on this machine. */
export function isSecureOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname))
}

const isFeedAddress = (address: string) => !/^[a-z]+:\/\//i.test(address) || address.startsWith('file:///') || isSecureOrigin(address)

export const feedAddress = v.pipe(
  v.string(),
  v.check(isFeedAddress, 'must be a URL with https:, one with http: on this machine, or the path of a file'),
)

/** An Ed25519 public key. */
export const feedKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{43}=$/, 'must be the 32 bytes of an Ed25519 public key in base64'))

const isRange = (text: string) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text)

export const senders = v.pipe(
  v.string(),
  v.transform((list) => (list.trim() === 'any' ? null : list.split(',').map((range) => range.trim()))),
  v.nullable(
    v.array(v.pipe(v.string(), v.check(isRange, 'must be "any", or list addresses and ranges (1.2.3.0/24) with "," between them'))),
  ),
)

const minuteMs = 60_000
const unitMs = { m: minuteMs, h: 60 * minuteMs, d: 24 * 60 * minuteMs }

/** A duration such as `30m`, `6h` or `1d`, in milliseconds. */
export const interval = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,3}[mhd]$/, 'must be a number with m, h or d: "6h" is six hours'),
  v.transform((value) => Number.parseInt(value, 10) * (value.endsWith('m') ? unitMs.m : value.endsWith('h') ? unitMs.h : unitMs.d)),
)

/** Limits of services as `openai=16/100;fal=4`: concurrent runs, and runs started per minute. */
export const serviceLimits = v.pipe(
  v.string(),
  v.transform((list) => list.split(';').flatMap((entry) => (entry.trim() ? [entry.trim()] : []))),
  v.array(
    v.pipe(
      v.string(),
      v.regex(
        /^[a-z0-9][a-z0-9-]{0,30}=[1-9]\d{0,4}(\/[1-9]\d{0,5})?$/,
        'must list services as name=concurrent or name=concurrent/minute, with ";" between them: "openai=16/100;fal=4"',
      ),
    ),
  ),
  v.transform(
    (list) =>
      new Map(
        list.map((entry) => {
          const [name = '', concurrent = '', perMinute] = entry.split(/[=/]/)
          return [name, { concurrent: Number(concurrent), perMinute: perMinute === undefined ? null : Number(perMinute) }]
        }),
      ),
  ),
)

/** A price in tokens per run, or per 1,000 model tokens of input and output. */
export const compatiblePrice = v.pipe(
  v.string(),
  v.regex(/^\d+(\.\d+)?(\/\d+(\.\d+)?)?$/, 'must be tokens for a run ("2"), or for 1,000 word pieces read and written ("0.1/0.4")'),
  v.transform((value): PriceRule => {
    const [first = 0, second] = value.split('/').map(Number)
    return second === undefined
      ? { base: first, per: null }
      : { base: 0, per: { measure: 'model_tokens', every: 1_000, input: first, output: second } }
  }),
)
