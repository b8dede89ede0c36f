import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'

/** Opens a sound or a film. The caller disposes of it. */
export const openInput = (path: string): Input =>
  new Input({ formats: ALL_FORMATS, source: new FilePathSource(path, { handleUnhandledError: () => undefined }) })
