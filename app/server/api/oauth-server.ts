import { config } from '#config'
import { authorizationParams, scopesOf } from '../core/identity/programs/authorization.ts'
import { commandLine, findClient, registerClient } from '../core/identity/programs/clients.ts'
import { pollDeviceLogin, startDeviceLogin } from '../core/identity/programs/device-login.ts'
import { endAccess } from '../core/identity/programs/end-access.ts'
import { exchangeCode } from '../core/identity/programs/exchange-code.ts'
import { ProgramRefusal } from '../core/identity/programs/program-refusal.ts'
import { refreshAccess } from '../core/identity/programs/refresh-access.ts'
import { Problem } from '../core/problem.ts'
import type { Runtime } from '../runtime.ts'
import { siteUrl } from '../site-url.ts'
import { describeProgramFailure } from './oauth/describe-failure.ts'
import { required, readOauthForm, requireResource } from './oauth/read-form.ts'
import { readRegistration } from './oauth/read-registration.ts'
import { serveProtocol } from './protocol-server.ts'
import { oauthBasePath, readClientAddress } from './requests/request.ts'
import type { Endpoint } from './endpoint.ts'

type Answer = Endpoint['answer']

const { device } = config.programs
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
/** Bytes of a registration or a form. */
const maxBytes = 32_768
const noStore = { 'cache-control': 'no-store' }

/** Answers a refusal in the form of OAuth, which is not that of the API. */
const answering =
  (answer: Answer): Answer =>
  (runtime, context) =>
    answer(runtime, context).catch((error: unknown) => {
      if (!(error instanceof ProgramRefusal)) throw error
      runtime.logger.debug({ err: error, path: context.req.path }, 'a program was refused')
      return Response.json({ error: error.code, error_description: error.message }, { status: 400, headers: noStore })
    })

/** Sends the person to the page that asks them. Only the parameters that count go along, as one that no router reads. */
const authorize: Answer = async (_runtime, context) => {
  const { searchParams } = new URL(context.req.url)
  const kept = authorizationParams.flatMap((name) => searchParams.getAll(name).map((value) => [name, value]))
  const request = Buffer.from(new URLSearchParams(kept).toString()).toString('base64url')
  return context.redirect(`/authorize?request=${request}`, 303)
}

const register: Answer = async ({ db, env, attempts }, context) => {
  if (!env.MCP_CLIENT_REGISTRATION || !env.MCP) throw new Problem('not_found')
  await attempts.clientsByAddress.take(readClientAddress(env, context))
  const { client_name: name, redirect_uris: redirectUris } = await readRegistration(context)
  const client = await registerClient(db, { name, redirectUris })
  const registered = {
    client_id: client.id,
    client_id_issued_at: Math.floor(Date.now() / 1000),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  return Response.json(registered, { status: 201, headers: noStore })
}

const token: Answer = async (runtime, context) => {
  const { db, env, keys, attempts } = runtime
  await attempts.programTokensByAddress.take(readClientAddress(env, context))
  const form = await readOauthForm(context)
  requireResource(form, siteUrl(env))
  const clientId = required(form, 'client_id')
  const grantType = required(form, 'grant_type')
  if (grantType === 'authorization_code') {
    const issued = await exchangeCode(db, {
      code: required(form, 'code'),
      clientId,
      redirectUri: required(form, 'redirect_uri'),
      verifier: required(form, 'code_verifier'),
    })
    return Response.json({ token_type: 'Bearer', ...issued }, { headers: noStore })
  }
  if (grantType === 'refresh_token') {
    const issued = await refreshAccess(db, keys, { refreshToken: required(form, 'refresh_token'), clientId })
    return Response.json({ token_type: 'Bearer', ...issued }, { headers: noStore })
  }
  if (grantType === deviceGrant) {
    const { key, scopes } = await pollDeviceLogin(db, { deviceCode: required(form, 'device_code'), clientId })
    const answer = { token_type: 'Bearer', access_token: key, expires_in: device.keyDays * 86_400, scope: scopes.join(' ') }
    return Response.json(answer, { headers: noStore })
  }
  throw new ProgramRefusal('unsupported_grant_type', 'This grant_type is not supported.')
}

/** Starts the sign-in of a program without a browser (RFC 8628). It gets a key of its own, which is good for the whole API. */
const startDevice: Answer = async ({ db, env, attempts }, context) => {
  const address = readClientAddress(env, context)
  await attempts.deviceLoginsByAddress.take(address)
  const form = await readOauthForm(context)
  const id = required(form, 'client_id')
  const client = id === commandLine.id ? commandLine : await findClient(db, env, id)
  const { deviceCode, userCode } = await startDeviceLogin(db, { client, scopes: scopesOf(form.get('scope') ?? ''), address })
  const page = `${siteUrl(env)}/device`
  const started = {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?code=${userCode}`,
    expires_in: device.maxAge,
    interval: device.interval,
  }
  return Response.json(started, { headers: noStore })
}

const revoke: Answer = async ({ db, env, attempts }, context) => {
  await attempts.programTokensByAddress.take(readClientAddress(env, context))
  const form = await readOauthForm(context)
  await endAccess(db, { token: required(form, 'token'), clientId: required(form, 'client_id') })
  return new Response(null, { status: 200, headers: noStore })
}

/** Serves OAuth 2.1 for programs (decision 222). */
export function createOauthServer(runtime: Runtime) {
  return serveProtocol(runtime, {
    basePath: oauthBasePath,
    endpoints: [
      { call: { method: 'GET', path: '/authorize' }, answer: answering(authorize) },
      { call: { method: 'POST', path: '/register' }, answer: answering(register) },
      { call: { method: 'POST', path: '/token' }, answer: answering(token) },
      { call: { method: 'POST', path: '/device_authorization' }, answer: answering(startDevice) },
      { call: { method: 'POST', path: '/revoke' }, answer: answering(revoke) },
    ],
    bodies: { paths: {}, others: maxBytes },
    refused: {},
    describe: describeProgramFailure,
  })
}
