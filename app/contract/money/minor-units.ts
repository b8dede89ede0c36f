/**
 * ISO 4217 digits after the point, where they are not two. They are listed here, because stored amounts must not change their meaning with
 * the currency data of a runtime; a test compares them with it.
 */
const withoutDigits = 'JPY KRW VND CLP PYG XAF XOF XPF RWF BIF DJF GNF KMF VUV'
const withThreeDigits = 'KWD BHD JOD OMR TND'

/** Digits after the point of amounts in a currency: 2 for USD, 0 for JPY, 3 for KWD. */
export const minorDigits = (currency: string): number => (withoutDigits.includes(currency) ? 0 : withThreeDigits.includes(currency) ? 3 : 2)

const minorPerMajor = (currency: string): number => 10 ** minorDigits(currency)

/** Converts minor units into what people read: 499 cents into 4.99, 499 yen into 499. */
export const toMajor = (amount: number, currency: string): number => amount / minorPerMajor(currency)

/** Converts what people type into minor units; NaN if it has more digits than the currency. */
export function toMinor(major: number, currency: string): number {
  const exact = major * minorPerMajor(currency)
  const amount = Math.round(exact)
  return Math.abs(exact - amount) < 1e-6 ? amount : Number.NaN
}

/** Writes an amount with all digits of its currency, and whole ones without: "4.99", "5". */
export const writeMajor = (amount: number, currency: string): string =>
  amount % minorPerMajor(currency) === 0 ? `${toMajor(amount, currency)}` : toMajor(amount, currency).toFixed(minorDigits(currency))

/** The step of amounts that can be paid: card services take thousandths in tens only. */
export const payableStep = (currency: string): number => (minorDigits(currency) === 3 ? 10 : 1)
