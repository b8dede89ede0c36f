import { memberKeyScopes } from '#app/contract/account/api-keys.ts'
import { config } from '#config'
import { resourceOf } from '../core/identity/programs/authorization.ts'
import { isSignInOn } from '../core/identity/programs/clients.ts'
import { Problem } from '../core/problem.ts'
import type { Env } from '../env.ts'
import type { Runtime } from '../runtime.ts'
import { siteUrl } from '../site-url.ts'
import type { Endpoint } from './endpoint.ts'
import { describeProgramFailure } from './oauth/describe-failure.ts'
import { serveProtocol } from './protocol-server.ts'
import { mcpPath, oauthBasePath, wellKnownPath } from './requests/request.ts'

const resourcePath = '/oauth-protected-resource'

/** Where programs find the server that gives access to the tools at `/mcp` (RFC 9728). */
export const resourceMetadataUrl = (env: Env): string => `${siteUrl(env)}${wellKnownPath}${resourcePath}${mcpPath}`

/** Describes the tools at `/mcp` as a resource with access by tokens (RFC 9728). */
const describeResource = (env: Env) => ({
  resource: resourceOf(siteUrl(env)),
  resource_name: config.name,
  authorization_servers: [siteUrl(env)],
  scopes_supported: memberKeyScopes,
  bearer_methods_supported: ['header'],
})

/** Describes this server as one that gives access (RFC 8414). */
function describeServer(env: Env) {
  const url = siteUrl(env)
  const at = `${url}${oauthBasePath}`
  return {
    issuer: url,
    authorization_endpoint: `${at}/authorize`,
    token_endpoint: `${at}/token`,
    revocation_endpoint: `${at}/revoke`,
    device_authorization_endpoint: `${at}/device_authorization`,
    ...(env.MCP_CLIENT_REGISTRATION && { registration_endpoint: `${at}/register` }),
    client_id_metadata_document_supported: env.MCP_CLIENT_METADATA,
    authorization_response_iss_parameter_supported: true,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: memberKeyScopes,
    service_documentation: `${url}/developers`,
  }
}

/** Anybody may read these, also pages of other sites: they hold nothing of anybody. */
const publicly =
  (describe: (env: Env) => object): Endpoint['answer'] =>
  async ({ env }) => {
    if (!isSignInOn(env)) throw new Problem('not_found')
    return Response.json(describe(env), { headers: { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' } })
  }

/** Serves the descriptions with which programs find out how to sign in. */
export function createWellKnown(runtime: Runtime) {
  return serveProtocol(runtime, {
    basePath: wellKnownPath,
    endpoints: [
      { call: { method: 'GET', path: resourcePath }, answer: publicly(describeResource) },
      { call: { method: 'GET', path: `${resourcePath}${mcpPath}` }, answer: publicly(describeResource) },
      { call: { method: 'GET', path: '/oauth-authorization-server' }, answer: publicly(describeServer) },
    ],
    bodies: { paths: {}, others: 0 },
    refused: {},
    describe: describeProgramFailure,
  })
}
