/** The parts of packages without types that the inspection uses. */

declare module 'libheif-js/wasm-bundle.js' {
  type HeifImage = {
    get_width(): number
    get_height(): number
    is_primary(): boolean
    /** Writes the upright picture as RGBA. Calls back with null if it cannot be decoded. */
    display(target: { data: Uint8ClampedArray; width: number; height: number }, done: (displayed: object | null) => void): void
    free(): void
  }
  const library: { HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] } }
  export default library
}
