/** Signed into each challenge, so that one made for another purpose opens no account. */
export const purpose = 'sign-up'

export function secretsOf(key: Uint8Array): { hmacSignatureSecret: string; hmacKeySignatureSecret: string } {
  const secret = Buffer.from(key).toString('hex')
  return { hmacSignatureSecret: `challenge ${secret}`, hmacKeySignatureSecret: `solution ${secret}` }
}
