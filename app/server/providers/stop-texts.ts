/** Returns the texts of the option `stop` (the form of `writeStops`, of earlier releases): one a line, line breaks and backslashes escaped. */
export const readStops = (value: unknown): string[] =>
  typeof value === 'string'
    ? value
        .split('\n')
        .map((line) => line.replaceAll(/\\([\\n])/g, (_, letter: string) => (letter === 'n' ? '\n' : '\\')))
        .filter((stop) => stop !== '')
    : []
