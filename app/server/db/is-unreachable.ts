/** Codes of PostgreSQL while it starts or stops, and of the network, which a start waits for too. */
export const codesOfAbsence = [
  '57P01',
  '57P03',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
] as const
const codes = new Set<string>([...codesOfAbsence, '57P02'])
/** Messages of the driver, which has no codes for them. */
const messages = /^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered a connection error/

/** Whether a statement failed because the database could not be reached, so that the same statement may succeed later. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return codes.has(code) || code.startsWith('08') || messages.test(error.message) || isUnreachable(error.cause)
}
