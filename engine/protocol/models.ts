/** The models of the built-in engine, by their public ids. */
export const engineModels = [
  'sketch-image',
  'sketch-video',
  'sketch-speech',
  'sketch-music',
  'sketch-text',
  'sketch-join',
  'sketch-film',
] as const
export type EngineModel = (typeof engineModels)[number]
