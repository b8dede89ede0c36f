/** EdDSA, ES256 and RS256: devices support them, and so does Node without an experimental flag. */
export const algorithms = [-8, -7, -257]

/** Returns the relying party: passkeys are bound to the public host name of this server. */
export function relyingParty(siteUrl: string): { id: string; origin: string } {
  const { hostname, origin } = new URL(siteUrl)
  return { id: hostname, origin }
}
