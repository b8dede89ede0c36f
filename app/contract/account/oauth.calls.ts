import * as v from 'valibot'
import { signInMethodsSchema } from './accounts.ts'
import { signInServiceSchema } from './sign-in-services.ts'
import { defineCall } from '../base/call.ts'

const tag = 'Session'
/** Unchecked here, because browsers follow these links: errors must be redirects instead of JSON. */
const text = v.optional(v.string())
const params = v.object({ provider: signInServiceSchema })

export const getSignInMethodsCall = defineCall({
  method: 'GET',
  path: '/v1/auth/methods',
  summary: 'List the ways to sign in on this server.',
  tag,
  auth: 'public',
  status: 200,
  input: {},
  response: signInMethodsSchema,
})

export const startOauthCall = defineCall({
  method: 'GET',
  path: '/v1/auth/oauth/{provider}',
  summary: 'Redirect the browser to a sign-in service. `redirect` is the page of this app to return to.',
  tag,
  auth: 'public',
  status: 302,
  mayRedirect: { status: 303, when: 'The sign-in cannot begin: back to the page, with the reason' },
  input: { params, query: v.object({ redirect: text, referral_code: text, connect: text }) },
  response: v.instance(Response),
})

export const finishOauthCall = defineCall({
  method: 'GET',
  path: '/v1/auth/oauth/{provider}/callback',
  summary:
    'Callback of a sign-in service. Redirects to the requested page with `?access_token=`, a handover that works once for a minute, or to the sign-in page with `?challenge=` or `?problem=`, or to the settings with `?connect=` or `?problem=`.',
  tag,
  auth: 'public',
  status: 303,
  input: { params, query: v.object({ state: text, code: text, error: text, device_id: text, iss: text }) },
  response: v.instance(Response),
})

export const leaveIssuerCall = defineCall({
  method: 'GET',
  path: '/v1/auth/oauth/{provider}/sign-out',
  summary: 'Redirect the browser to the page of an issuer of OpenID Connect that ends its session there, otherwise to the home page.',
  tag,
  auth: 'public',
  status: 303,
  input: { params },
  response: v.instance(Response),
})
