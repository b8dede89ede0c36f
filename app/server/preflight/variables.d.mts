type Variables = Readonly<Record<string, string | undefined>>
export function cleanVariable(
  name: string,
  raw: string,
  options?: { exists?: (path: string) => boolean; home?: string },
): { value: string; problem?: undefined } | { problem: string; value?: undefined }
export function publicAddressProblem(address: string): string | undefined
export type ReadVariables = {
  variables: Variables
  /** The path of the file, if it sets a variable. */
  file: string | undefined
  fromFile: readonly string[]
  /** Variables of the file that the environment sets, too. */
  overridden: readonly string[]
  problem: string | undefined
}
export function readVariables(environment: Variables, folder: string): ReadVariables
