/** Loads the codecs. Must come before mediabunny, which looks for them when it is loaded. Without them there are no posters and no waveforms. */
export async function loadCodecs(): Promise<void> {
  await import('@quartet/engine/protocol/codecs.ts').catch(() => undefined)
}
