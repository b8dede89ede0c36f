import { demoSchema, drawDemoSchema } from './demo.ts'
import { defineCall } from '../base/call.ts'

export const drawDemoCall = defineCall({
  method: 'POST',
  path: '/v1/demo',
  summary: 'Draw one image with the built-in model, without an account; 404 where the operator has switched this off',
  tag: 'Demo',
  auth: 'public',
  status: 200,
  input: { body: drawDemoSchema },
  response: demoSchema,
  errors: ['not_found', 'too_many_attempts', 'too_many_demos', 'demo_busy', 'model_unavailable', 'maintenance'],
})
