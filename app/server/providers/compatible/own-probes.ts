import * as v from 'valibot'

/** Requests that cost nothing and tell whether an address is that of such a server, with the shape of its answer. */
export const ownProbes = {
  comfyui: { path: '/system_stats', schema: v.looseObject({}) },
  a1111: { path: '/sdapi/v1/sd-models', schema: v.array(v.unknown()) },
  ollama: { path: '/api/tags', schema: v.object({ models: v.array(v.unknown()) }) },
  compatible: { path: '/models', schema: v.object({ data: v.array(v.unknown()) }) },
} as const
