import { jsonSchema, tool } from 'ai'

/** The tool of the rows, and what it takes. */

export const city = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const } },
  required: ['city'],
  additionalProperties: false as const,
}
export const aiWeather = tool({
  description: 'The weather of a city',
  inputSchema: jsonSchema<{ city: string }>(city),
  execute: async ({ city: where }) => `Rain in ${where}`,
})
export const retried = { maxRetries: 0 }
