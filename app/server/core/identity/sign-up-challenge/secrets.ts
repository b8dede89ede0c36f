/** Part of each challenge's signature, so that a challenge for another purpose is refused. */
export const purpose = 'sign-up'

export function secretsOf(key: Uint8Array): { hmacSignatureSecret: string; hmacKeySignatureSecret: string } {
  const secret = Buffer.from(key).toString('hex')
  return { hmacSignatureSecret: `challenge ${secret}`, hmacKeySignatureSecret: `solution ${secret}` }
}
