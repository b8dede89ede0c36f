/** EdDSA, ES256 and RS256: what devices have, and this runtime checks without calling it an experiment. */
export const algorithms = [-8, -7, -257]

/** Passkeys belong to a host name: the one that people know this server by. */
export function relyingParty(siteUrl: string): { id: string; origin: string } {
  const { hostname, origin } = new URL(siteUrl)
  return { id: hostname, origin }
}
