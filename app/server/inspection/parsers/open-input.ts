import { ALL_FORMATS, FilePathSource, HLS, Input, type InputFormat, QuickTimeInputFormat } from 'mediabunny'

/** Films of QuickTime from before its signature. The library recognizes the later ones only, but reads both. */
class OldQuickTime extends QuickTimeInputFormat {
  async _canReadInput(input: Input): Promise<boolean> {
    void input
    return true
  }
}

/** Playlists are left out, because they name other files. The last format takes whatever no other one recognizes. */
export const inputFormats: InputFormat[] = [...ALL_FORMATS.filter((format) => format !== HLS), new OldQuickTime()]

/** Opens a sound or a film. The caller disposes of it. */
export const openInput = (path: string): Input =>
  new Input({ formats: inputFormats, source: new FilePathSource(path, { handleUnhandledError: () => undefined }) })
