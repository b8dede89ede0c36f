import type { ServiceId } from '../../../env.ts'
import { flag, number, type Sends, type Sent, text } from '../sends.ts'

/** Tables of all that the adapters of language models send, by the service's protocol. */

const samples = { temperature: number('temperature'), top_p: number('top_p') }
const tool = flag('tools')

/** OpenAI's Responses API, which knows neither a seed nor texts at which an answer ends. */
const responses = { system: text('input'), max_output_tokens: number('max_output_tokens'), json: flag('text'), ...samples }

const messages = { system: text('messages'), max_output_tokens: number('max_tokens'), json: flag('response_format'), ...samples }
/** OpenAI's older protocol, which many services share. */
const chat = { ...messages, seed: number('seed'), stop: text('stop') }
const effort = text('reasoning_effort')

const services: Readonly<Partial<Record<ServiceId, Readonly<Record<string, Sent>>>>> = {
  openai: { ...responses, thinking: flag('reasoning'), effort: text('reasoning'), search: tool, code: tool, images: tool },
  xai: { ...responses, seed: number('seed'), effort: text('reasoning'), search: tool },
  anthropic: {
    system: text('system'),
    max_output_tokens: number('max_tokens'),
    ...samples,
    stop: text('stop_sequences'),
    thinking: flag('thinking'),
    effort: text('effort'),
    search: tool,
    links: tool,
  },
  google: {
    system: text('systemInstruction'),
    max_output_tokens: number('maxOutputTokens'),
    temperature: number('temperature'),
    top_p: number('topP'),
    seed: number('seed'),
    stop: text('stopSequences'),
    json: flag('responseMimeType'),
    thinking: flag('thinkingConfig'),
    effort: text('thinkingConfig'),
    search: tool,
    links: tool,
    code: tool,
    images: flag('responseModalities'),
  },
  mistral: { ...messages, seed: number('random_seed'), stop: text('stop'), effort },
  alibaba: chat,
  minimax: chat,
  deepseek: chat,
  groq: { ...chat, effort },
}

/** Models that take a temperature: those that always think take none, and their packages leave it out. */
const sampled: Partial<Record<ServiceId, RegExp>> = {
  openai: /^(?!o\d|gpt-(?:[5-9]|\d{2,})(?!-chat))/,
  anthropic: /^claude-(?:\d|instant|(?:opus|sonnet|haiku)-4(?:-[0-6])?(?:-2\d{7})?$)/,
}

/** The numbers of a vector, by each service that has embedding models. */
const dimensions: Partial<Record<ServiceId, Sent>> = {
  openai: number('dimensions'),
  google: number('outputDimensionality'),
  mistral: number('output_dimension'),
}

export function embeddingSends(service: ServiceId): Sends {
  const sent = dimensions[service]
  return { options: sent ? { dimensions: sent } : {}, roles: {} }
}

/** Messages carry any file of these roles. */
const roles = { source: 99, reference: 99 } as const

export function textSends(service: ServiceId, model: string): Sends {
  const { temperature, top_p: topP, ...others } = services[service] ?? {}
  const own = { ...(temperature && { temperature }), ...(topP && { top_p: topP }) }
  return { options: (sampled[service]?.test(model) ?? true) ? { ...others, ...own } : others, roles }
}

/** The options and files that reach a server with OpenAI's chat protocol. */
export const chatSends: Sends = { options: { ...chat, effort, images: flag('modalities') }, roles }
