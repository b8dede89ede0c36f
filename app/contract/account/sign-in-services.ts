import * as v from 'valibot'
import { type OauthProvider, oauthProviders } from './accounts.ts'
import { isOidcId, type OidcId } from './oidc-ids.ts'

/** A service that signs people in. */
export type SignInService = OauthProvider | OidcId

// Apart from the accounts, which are part of the first load of the sign-in page.
export const signInServiceSchema = v.union(
  [
    v.picklist(oauthProviders),
    v.pipe(
      v.string(),
      v.check(isOidcId),
      v.transform((id): OidcId => `oidc-${id.slice(5)}`),
    ),
  ],
  'not_an_option',
)
