import { payableStep } from '#app/contract/money/minor-units.ts'
import { currencies } from '#config'

/** Invalid settings of the shop; each line names one and its requirement. */
export class ShopError extends Error {}

type Prices = Readonly<Partial<Record<string, number>>>
/** The shop before validation: operators edit `app.config.ts`. */
export type ShopConfig = {
  packs: readonly { id: string; tokens: number; price: Prices }[]
  plans: readonly { id: string; tokensPerMonth: number; monthly: Prices; yearly: Prices }[]
  tokens: { welcomeGrant: number }
  referral: { reward: { inviter: number; invited: number } }
}

/** Stops the start if prices would give tokens away or cannot be paid. */
export function checkShop({ packs, plans, tokens, referral }: ShopConfig): void {
  const faults: string[] = []
  const above = (name: string, value: unknown) => {
    if (!isWhole(value) || value <= 0) faults.push(`${name} must be a whole number above zero, and is ${String(value)}.`)
  }
  const orNone = (name: string, value: unknown) => {
    if (!isWhole(value) || value < 0) faults.push(`${name} must be a whole number, 0 for none, and is ${String(value)}.`)
  }
  const prices = (name: string, value: Prices) => {
    for (const currency of currencies) {
      const amount = value[currency]
      above(`${name}.${currency} (in minor units)`, amount)
      const step = payableStep(currency)
      if ((amount ?? 0) % step !== 0) faults.push(`${name}.${currency} must be a multiple of ${step}, and is ${amount}.`)
    }
  }
  for (const { id, tokens: amount, price } of packs) {
    above(`packs "${id}" tokens`, amount)
    prices(`packs "${id}" price`, price)
  }
  for (const { id, tokensPerMonth, monthly, yearly } of plans) {
    above(`plans "${id}" tokensPerMonth`, tokensPerMonth)
    prices(`plans "${id}" monthly`, monthly)
    prices(`plans "${id}" yearly`, yearly)
  }
  for (const [list, entries] of Object.entries({ packs, plans })) {
    const ids = entries.map(({ id }) => id)
    if (new Set(ids).size < ids.length) faults.push(`${list} must not use an id twice.`)
  }
  orNone('tokens.welcomeGrant', tokens.welcomeGrant)
  orNone('referral.reward.inviter', referral.reward.inviter)
  orNone('referral.reward.invited', referral.reward.invited)
  if (faults.length > 0) throw new ShopError(faults.map((fault) => `app.config.ts: ${fault}`).join('\n'))
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value)
}
