import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { OptionsSchema } from '#app/contract/runs/models.ts'
import { accepts } from '#app/runs/options/option-values.ts'

const length =
  /(?<![\p{L}\p{N}.,:])(?<amount>\d{1,3})(?: |-|\u00a0)?(?<unit>seconds?|secs?|s|minutes?|mins?|секунд[ауы]?|сек|с|минут[ауы]?|мин)(?![\p{L}\p{N}])/iu
const minutes = /^м|^m/iu
/** "narration: “…”", «голос: «…»», «диктор говорит: …». */
const narration =
  /(?<!\p{L})(?:narration|narrator|voice ?over|voice|озвучка|голос(?: за кадром)?|диктор|закадровый текст)(?: (?:says|reads|говорит|читает))?\s*[:—–-]\s*(?:[«“"](?<quoted>[^»”"\n]{2,500})[»”"]|(?<plain>[^\n«“"]{2,500})$)/iu

/** Options that a prompt states: its length and the text of a voice. Values outside of what the model takes become the nearest one. */
export function statedOptions(prompt: string, { properties }: OptionsSchema): OptionValues {
  const stated: OptionValues = {}
  const seconds = secondsIn(prompt)
  const { duration, narration: spoken, sound } = properties
  if (seconds !== null && duration && 'minimum' in duration) {
    const step = duration.multipleOf ?? 1
    const near = Math.round(Math.min(duration.maximum, Math.max(duration.minimum, seconds)) / step) * step
    if (accepts(duration, near)) stated.duration = near
  } else if (seconds !== null && duration && 'enum' in duration) {
    const [near] = duration.enum.toSorted((a, b) => Math.abs(Number.parseFloat(a) - seconds) - Math.abs(Number.parseFloat(b) - seconds))
    if (near !== undefined && Number.isFinite(Number.parseFloat(near))) stated.duration = near
  }
  const said = narration.exec(prompt)?.groups
  const words = (said?.quoted ?? said?.plain)?.trim()
  if (words && spoken && accepts(spoken, words)) {
    stated.narration = words
    if (sound && accepts(sound, 'both')) stated.sound = 'both'
  }
  return stated
}

function secondsIn(prompt: string): number | null {
  const { amount, unit } = length.exec(prompt)?.groups ?? {}
  if (amount === undefined || unit === undefined) return null
  return Number(amount) * (minutes.test(unit) ? 60 : 1)
}

/** The stated options that a change of the prompt adds or alters. Others stay as the person has set them since. */
export function newlyStated(before: string, after: string, schema: OptionsSchema): OptionValues {
  const known = statedOptions(before, schema)
  return Object.fromEntries(Object.entries(statedOptions(after, schema)).filter(([name, value]) => known[name] !== value))
}
