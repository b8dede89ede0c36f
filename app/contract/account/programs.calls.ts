import { defineCall, noContent } from '../base/call.ts'
import {
  answerAuthorizationSchema,
  answerDeviceLoginSchema,
  answeredAuthorizationSchema,
  authorizationSchema,
  deviceLoginSchema,
  readAuthorizationSchema,
  readDeviceLoginSchema,
} from './programs.ts'

const tag = 'Access of programs'

export const readAuthorizationCall = defineCall({
  method: 'GET',
  path: '/v1/authorization',
  summary: 'Read the request of a program that has sent the person here for access',
  tag,
  auth: 'session',
  status: 200,
  input: { query: readAuthorizationSchema },
  response: authorizationSchema,
  errors: ['too_many_attempts'],
})

export const answerAuthorizationCall = defineCall({
  method: 'POST',
  path: '/v1/authorization',
  summary: 'Give a program access or refuse it. The answer is the address to which the person returns.',
  tag,
  auth: 'session',
  status: 200,
  input: { body: answerAuthorizationSchema },
  response: answeredAuthorizationSchema,
  errors: ['not_found', 'too_many_api_keys', 'recent_sign_in_required'],
})

export const readDeviceLoginCall = defineCall({
  method: 'GET',
  path: '/v1/device-login',
  summary: 'Read the sign-in of a program by the code that it shows',
  tag,
  auth: 'session',
  status: 200,
  input: { query: readDeviceLoginSchema },
  response: deviceLoginSchema,
  errors: ['not_found', 'too_many_attempts'],
})

export const answerDeviceLoginCall = defineCall({
  method: 'POST',
  path: '/v1/device-login',
  summary: 'Give a program that shows a code access, or refuse it; once',
  tag,
  auth: 'session',
  status: 204,
  input: { body: answerDeviceLoginSchema },
  response: noContent,
  errors: ['not_found', 'too_many_api_keys', 'recent_sign_in_required'],
})
