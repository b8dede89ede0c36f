import * as v from 'valibot'
import { EnvError } from './env-error.ts'
import { isSecureOrigin, onOff } from './formats.ts'

/** An issuer of OpenID Connect. */
export type OidcIssuer = {
  name: string
  issuer: string
  clientId: string
  /** Null for a public client. */
  clientSecret: string | null
  /** The text of its button. */
  label: string
  scopes: readonly string[]
  /** The claim that lists a person's groups there. */
  groupsClaim: string | null
  /** Our roles and names of our groups, by groups of the claim. */
  roles: Readonly<Record<string, 'operator' | 'support'>>
  groups: Readonly<Record<string, string>>
  /** Whether signing out here also leads to the issuer's page for signing out. */
  signsOut: boolean
}

const roleOfClaim = v.picklist(['operator', 'support'], 'may give the roles operator and support only')
const claimName = v.pipe(v.string(), v.regex(/^[^\s.]+(?:\.[^\s.]+)*$/, 'must be the name of a claim, with "." before a nested one'))

const oidcSchema = v.object({
  ISSUER: v.pipe(
    v.string('must be set'),
    v.check(isSecureOrigin, 'must be a URL with https:, or with http: on this machine'),
    v.check((issuer) => !/[?#]/.test(issuer), 'must be a URL without a query'),
  ),
  CLIENT_ID: v.pipe(v.string('must be set'), v.nonEmpty()),
  CLIENT_SECRET: v.optional(v.string()),
  LABEL: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(40, 'must have at most 40 characters'))),
  SCOPES: v.optional(
    v.pipe(
      v.string(),
      v.transform((list) => list.split(/[\s,]+/).filter(Boolean)),
      v.check((scopes) => scopes.includes('openid'), 'must include openid'),
    ),
    'openid email profile',
  ),
  GROUPS_CLAIM: v.optional(claimName),
  ROLES: v.optional(v.pipe(v.string(), v.transform(readPairs), v.record(v.string(), roleOfClaim)), ''),
  GROUPS: v.optional(v.pipe(v.string(), v.transform(readPairs), v.record(v.string(), v.pipe(v.string(), v.nonEmpty()))), ''),
  SIGN_OUT: v.optional(onOff, 'off'),
})

/** Reads `claim value=ours` pairs with semicolons between them. */
function readPairs(list: string): Record<string, string> {
  return Object.fromEntries(
    list.split(';').flatMap((entry) => {
      const at = entry.lastIndexOf('=')
      return entry.trim() ? [[entry.slice(0, at).trim(), entry.slice(at + 1).trim()]] : []
    }),
  )
}

export function readOidcIssuers(source: Record<string, unknown>, names: readonly string[]): OidcIssuer[] {
  const prefixOf = (name: string) => `OIDC_${name.toUpperCase().replaceAll('-', '_')}_`
  const known = names.flatMap((name) => Object.keys(oidcSchema.entries).map((field) => `${prefixOf(name)}${field}`))
  const stray = Object.keys(source).find((key) => key.startsWith('OIDC_') && key !== 'OIDC_ONLY' && !known.includes(key))
  if (stray) throw new EnvError(`${stray} has no effect: OIDC does not name its issuer, or the variable is misspelt.`)
  return names.map((name) => {
    const prefix = prefixOf(name)
    const given = Object.fromEntries(Object.keys(oidcSchema.entries).map((field) => [field, source[`${prefix}${field}`]]))
    const result = v.safeParse(oidcSchema, given)
    if (!result.success)
      throw new EnvError(result.issues.map((issue) => `${prefix}${v.getDotPath(issue)?.split('.')[0]} ${issue.message}.`).join('\n'))
    const { ISSUER, CLIENT_ID, CLIENT_SECRET, LABEL, SCOPES, GROUPS_CLAIM, ROLES, GROUPS, SIGN_OUT } = result.output
    if (!GROUPS_CLAIM && Object.keys({ ...ROLES, ...GROUPS }).length > 0)
      throw new EnvError(`${prefix}GROUPS_CLAIM must be set together with ${prefix}ROLES and ${prefix}GROUPS.`)
    return {
      name,
      issuer: ISSUER,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET ?? null,
      label: LABEL ?? name,
      scopes: SCOPES,
      groupsClaim: GROUPS_CLAIM ?? null,
      roles: ROLES,
      groups: GROUPS,
      signsOut: SIGN_OUT,
    }
  })
}
