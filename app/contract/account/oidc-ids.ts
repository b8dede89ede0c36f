/** An issuer of OpenID Connect, by its name in the configuration. */
export type OidcId = `oidc-${string}`
export const isOidcId = (id: string): id is OidcId => /^oidc-[a-z][a-z\d-]{0,29}$/.test(id)
